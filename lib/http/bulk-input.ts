import 'server-only'
import { z } from 'zod'
import { firstIssue } from '@/lib/contract/body'
import { msOf } from '@/lib/contract/clock'
import { BULK_KINDS, type BulkInput, type BulkKind, MOST_BULK_RUNS } from '@/lib/contract/records/bulk'
import { isTimestamp, type Timestamp } from '@/lib/contract/records/primitives'
import { STATUSES_FOR } from '@/lib/derive/bulk'
import { nanosOf } from '@/lib/derive/instants'
import { AppError } from '@/lib/services/kit/app-error'
import type { Ctx } from '@/lib/services/kit/ctx'
import { findRuns } from '@/lib/services/runs/find-runs'
import { runQuestion } from '@/lib/url/run-search'
import { DEFAULT_RUN_LIMIT, parseRunFilter, type RunListFilter, runFilterSearch, withFilter } from '@/lib/url/runs'
import { searchOf } from '@/lib/url/search'

/** Somebody waits for an answer. */
const PATIENCE_MS = 5_000
const PAGE = 500

const Instant = z.string().refine(isTimestamp)

/** What a page asks for: runs that were chosen, or all that the address of a list fits. */
const BulkRequest = z.object({
  kind: z.enum(BULK_KINDS),
  ids: z.array(z.string()).max(MOST_BULK_RUNS).optional(),
  search: z.string().max(16_000).default(''),
  /** When it was planned: what was submitted later was not in the plan. */
  until: Instant.optional(),
  /** The plan looked no further back than this. */
  reached: Instant.nullable().default(null),
})
export type BulkRequest = z.input<typeof BulkRequest>

/** The runs that are meant, looked for as the list would look for whoever asks, in a bounded time. */
export async function readBulkInput(ctx: Ctx, sent: BulkRequest): Promise<BulkInput> {
  const parsed = BulkRequest.safeParse(sent)
  if (!parsed.success) throw new AppError('bad_config', firstIssue(parsed.error))
  const { kind, ids, search, reached } = parsed.data
  const until = earlier(parsed.data.until ?? null, ctx.now())
  if (ids !== undefined) {
    return { kind, ids, asked: { search: null, until, reached: null, is_capped: false } }
  }
  const { filter, ignored } = parseRunFilter(searchOf(new URLSearchParams(search)))
  // Left out of a list it is seen to be left out; here more would be done than was asked for.
  const [wrong] = ignored
  if (wrong !== undefined) throw new AppError('bad_config', `this filter cannot be used: ${wrong}`)
  const found = await findIds(ctx, kind, filter, { until, since: reached })
  return {
    kind,
    ids: found.ids,
    asked: {
      search: runFilterSearch(withFilter(filter, { limit: DEFAULT_RUN_LIMIT })),
      until,
      reached: found.reached ?? reached,
      is_capped: found.isCapped,
    },
  }
}

interface Window {
  until: Timestamp
  since: Timestamp | null
}
interface Found {
  ids: string[]
  isCapped: boolean
  /** Set when the time was over: runs older than this were not looked at. */
  reached: Timestamp | null
}

async function findIds(ctx: Ctx, kind: BulkKind, filter: RunListFilter, { until, since }: Window): Promise<Found> {
  const status = STATUSES_FOR[kind].filter((word) => filter.status.length === 0 || filter.status.includes(word))
  if (status.length === 0) return { ids: [], isCapped: false, reached: null }
  const question = {
    ...runQuestion(withFilter(filter, { status }), msOf(until)),
    ...{ limit: PAGE, upto: until, ...(since !== null && { from: since }) },
  }
  const ids: string[] = []
  const deadline = performance.now() + PATIENCE_MS
  for (let cursor: string | undefined; ; ) {
    const page = await findRuns(ctx, { ...question, cursor })
    for (const { columns } of page.rows) {
      if (ids.length === MOST_BULK_RUNS) return { ids, isCapped: true, reached: null }
      if (columns['run_id']) ids.push(columns['run_id'])
    }
    cursor = page.next_cursor
    if (cursor === undefined) return { ids, isCapped: false, reached: null }
    const reached = page.reached ?? page.rows.at(-1)?.columns['submitted_at'] ?? ''
    if (performance.now() > deadline && isTimestamp(reached)) return { ids, isCapped: false, reached }
  }
}

const earlier = (a: Timestamp | null, b: Timestamp): Timestamp => (a !== null && nanosOf(a) < nanosOf(b) ? a : b)
