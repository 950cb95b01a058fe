import 'server-only'
import { BULK_OUTCOMES, type BulkRun } from '@/lib/contract/records/bulk'
import { csvLine } from '@/lib/derive/csv'
import { type BulkReceipt, getBulk } from '@/lib/services/bulk/get-bulk'
import { listBulkRuns } from '@/lib/services/bulk/list-bulk-runs'
import { listBulks } from '@/lib/services/bulk/list-bulks'
import type { Ctx } from '@/lib/services/kit/ctx'
import { type Incoming, oneOf, query, text, whole } from '../input'
import { textStream } from '../text-stream'
import { type Answer, json, printPlain } from './list'

export const bulkList = { run: listBulks, answer: (list: object): Answer => json(printPlain(list)) }

export const bulkReceipt = { run: getBulk, answer: (receipt: BulkReceipt): Answer => json(printPlain(receipt)) }

const runsQuery = query({ outcome: oneOf(BULK_OUTCOMES), after: text, limit: whole })

type Page = { runs: BulkRun[]; next?: string }

export const bulkRuns = {
  run: listBulkRuns,
  input: runsQuery,
  answer: (page: Page): Answer => json(printPlain(page)),
}

/** Every run of an action, or those of one fate, with what became of it. */
export const bulkExport = {
  run: listBulkRuns,
  input: runsQuery,
  answer: (first: Page, ctx: Ctx, incoming: Incoming): Answer => ({
    status: 200,
    type: 'text/csv; charset=utf-8; header=present',
    headers: { 'content-disposition': `attachment; filename="bulk-${idIn(incoming)}.csv"` },
    stream: textStream(linesFrom(first, ctx, incoming), (error) => ctx.log.warn('export broken off', { error })),
  }),
}

/** It names a file: an id of ours is nothing else than these. */
const idIn = ({ path }: Incoming): string => (path['bulk_id'] ?? '').replace(/[^0-9a-f-]/g, '')

async function* linesFrom(first: Page, ctx: Ctx, incoming: Incoming): AsyncGenerator<string> {
  yield csvLine(['run_id', 'name', 'status_before', 'outcome', 'note', 'settled_at'])
  const asked = { ...runsQuery(incoming), bulk_id: incoming.path['bulk_id'] ?? '' }
  for (let page = first; ; page = await listBulkRuns(ctx, { ...asked, after: page.next })) {
    yield page.runs
      .map((run) => csvLine([run.run_id, run.name, run.status, run.outcome, run.note, run.settled_at]))
      .join('')
    if (page.next === undefined) return
  }
}
