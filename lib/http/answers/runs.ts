import 'server-only'
import type { Principal } from '@/lib/auth/principal'
import { seesStoredText } from '@/lib/auth/principal'
import { msOf } from '@/lib/contract/clock'
import { writeJson, writeReal } from '@/lib/contract/json'
import type { Page } from '@/lib/contract/page'
import { isTimestamp, type Timestamp } from '@/lib/contract/records/primitives'
import type { RunRecord } from '@/lib/contract/records/runs'
import type { Stored } from '@/lib/contract/stored'
import { applyMask, runMask } from '@/lib/derive/mask'
import type { Ctx } from '@/lib/services/kit/ctx'
import { getRun } from '@/lib/services/runs/get-run'
import { listRuns } from '@/lib/services/runs/list-runs'
import { instant, query, text, whole } from '../input'
import { type Answer, item, json, list, readMembers, remembering, type View } from './list'

const runId = ({ columns }: Stored<unknown>) => columns['run_id']
const VIEWS: Readonly<Record<'whole' | 'masked', View>> = {
  whole: { mask: runMask(true), fits: isRun, seesRaw: true, shown: remembering(runId) },
  masked: { mask: runMask(false), fits: isRun, seesRaw: false, shown: remembering(runId) },
}
const viewFor = (principal: Principal): View => (seesStoredText(principal) ? VIEWS.whole : VIEWS.masked)

export function isRun(body: Readonly<Record<string, unknown>>): boolean {
  return (
    typeof body['run_id'] === 'string' &&
    typeof body['status'] === 'string' &&
    typeof body['submitted_at'] === 'string' &&
    typeof body['labels'] === 'object' &&
    typeof body['records_written'] === 'number' &&
    Array.isArray(body['invocations'])
  )
}

export const runList = {
  run: listRuns,
  input: query({
    status: text,
    name: text,
    since: instant,
    until: instant,
    limit: whole,
    cursor: text,
    tenant: text,
  }),
  answer: (page: Page<RunRecord>, { principal }: Ctx): Answer =>
    json(list('runs', page.rows, viewFor(principal), page.next_cursor)),
}

export const runDetail = {
  run: getRun,
  answer: (row: Stored<RunRecord>, { principal, now }: Ctx): Answer =>
    json(item(withLiveTime(row, now), viewFor(principal))),
}

/** A running run has no duration yet: what has passed so far is shown in its place, here only. */
function withLiveTime(row: Stored<RunRecord>, now: () => Timestamp): Stored<RunRecord> {
  const body = readMembers(row.text)
  if (typeof body === 'string' || body['status'] !== 'running') return row
  const started = body['started_at']
  if (typeof started !== 'string' || !isTimestamp(started)) return row
  const seconds = (msOf(now()) - msOf(started)) / 1_000
  const printed = seconds < 0 ? 'null' : writeJson(writeReal(seconds))
  return { ...row, text: applyMask(row.text, { elapsed_secs: () => printed }) }
}
