import { z } from 'zod'
import { jsonAs, wireQuery } from './wire-query'

const RunHit = z.object({
  run_id: z.string(),
  name: z.string().nullable(),
  status: z.string(),
  submitted_at: z.string(),
})
const PipelineHit = z.object({
  name: z.string(),
  runs: z.number(),
  last: z.object({ status: z.string(), submitted_at: z.string() }),
})
const LabelHit = z.object({ key: z.string(), value: z.string(), runs: z.number() })
const MemberHit = z.object({ instance_id: z.string(), last_heartbeat: z.string() })

const Group = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['runs', 'latest']), hits: z.array(RunHit) }),
  z.object({ kind: z.literal('pipelines'), hits: z.array(PipelineHit) }),
  z.object({ kind: z.literal('labels'), hits: z.array(LabelHit) }),
  z.object({ kind: z.literal('members'), hits: z.array(MemberHit) }),
])
export type SearchGroup = z.infer<typeof Group>

const Found = z.object({
  groups: z.array(Group),
  /** Names of runs older than this were not looked at; null: all were. */
  reached: z.string().nullable(),
})
type Found = z.infer<typeof Found>

/** What somebody may mean who typed this; of nothing, the newest runs. */
export const searchQuery = (words: string) => ({
  ...wireQuery<Found>({
    queryKey: ['search', words],
    path: `/console/search?${new URLSearchParams({ q: words })}`,
    read: jsonAs(Found),
  }),
  // Typed again a moment later, it is the same question.
  staleTime: 10_000,
  gcTime: 60_000,
  retry: false,
})
