import type { Deps } from '@/lib/contract/deps'
import { best, type Found, rankOf } from './internal'

export interface LabelHit {
  key: string
  value: string
  /** Of the runs that were looked at. */
  runs: number
}

const MOST = 4
/** Newest runs whose labels are read: they stand in the body. */
const LOOK = 400
/** One letter is in every label. */
const SHORTEST = 2

/** Labels of the newest runs that hold the words: in the value, or as `key=value`. */
export async function labelsBy(
  { insight }: Pick<Deps, 'insight'>,
  words: string,
  tenant: string | undefined,
): Promise<Found<LabelHit>[]> {
  if (words.length < SHORTEST) return []
  const { sum } = await insight.foldRuns({ status: [], ...(tenant !== undefined && { tenant }) }, LOOK, {
    start: () => new Map<string, Found<LabelHit>>(),
    add(found, { text }) {
      for (const [key, value] of Object.entries(labelsIn(text))) {
        // Pipelines are found by themselves.
        if (typeof value !== 'string' || key === 'pipeline') continue
        const rank = rankOf([value, `${key}=${value}`, `${key}:${value}`], words)
        if (rank === null) continue
        const pair = JSON.stringify([key, value])
        const known = found.get(pair)
        if (known === undefined) found.set(pair, { rank, hit: { key, value, runs: 1 } })
        else known.hit.runs++
      }
    },
    bodies: true,
  })
  return best(
    [...sum.values()].sort((a, b) => b.hit.runs - a.hit.runs),
    MOST,
  )
}

/** Read natively: good enough to be looked at. */
function labelsIn(text: string): Record<string, unknown> {
  try {
    const body: { labels?: unknown } | null = JSON.parse(text)
    return typeof body?.labels === 'object' && body.labels !== null ? { ...body.labels } : {}
  } catch {
    return {}
  }
}
