import { many, one, type Search, searchText } from './search'

/** What of the shards of a run is shown. */
export interface ShardFilter {
  /** Of this status word; null: all of them. */
  status: string | null
  /** Shards after which the pages walked through begin. */
  trail: readonly string[]
}

const LONGEST_TRAIL = 60

export function parseShardFilter(search: Search): ShardFilter {
  const status = one(search, 'status') ?? ''
  return {
    status: /^[a-z_]{1,40}$/.test(status) ? status : null,
    trail: many(search, 'after')
      .filter((id) => id !== '' && id.length <= 400)
      .slice(-LONGEST_TRAIL),
  }
}

export const shardSearch = ({ status, trail }: ShardFilter): string =>
  searchText([['status', status], ...trail.map((id) => ['after', id] as const)])

/** As the route takes it. */
export const shardInput = ({ status, trail }: ShardFilter): Record<string, string> => ({
  ...(status !== null && { status }),
  ...(trail.length > 0 && { after: trail.at(-1) ?? '' }),
})
