import 'server-only'
import type { Principal } from '@/lib/auth/principal'
import { seesStoredText } from '@/lib/auth/principal'
import { msOf } from '@/lib/contract/clock'
import { writeJson, writeReal } from '@/lib/contract/json'
import { isTimestamp, type Timestamp } from '@/lib/contract/records/primitives'
import { type RunRecord, RunRecord as RunSchema } from '@/lib/contract/records/runs'
import type { Stored } from '@/lib/contract/stored'
import { applyMask, runMask } from '@/lib/derive/mask'
import type { Ctx } from '@/lib/services/kit/ctx'
import type { CountedPage } from '@/lib/services/kit/run-page'
import { getRun } from '@/lib/services/runs/get-run'
import { getRunConfig } from '@/lib/services/runs/get-run-config'
import { listRuns } from '@/lib/services/runs/list-runs'
import { envelopedFlag, instant, labels, query, text, together, whole } from '../input'
import { type Answer, extend, item, json, list, printPlain, readMembers, remembering, type View } from './list'

const runId = ({ columns }: Stored<unknown>) => columns['run_id']
const VIEWS: Readonly<Record<'whole' | 'masked', View>> = {
  whole: { mask: runMask(true), schema: RunSchema, seesRaw: true, shown: remembering(runId) },
  masked: { mask: runMask(false), schema: RunSchema, seesRaw: false, shown: remembering(runId) },
}
export const viewFor = (principal: Principal): View => (seesStoredText(principal) ? VIEWS.whole : VIEWS.masked)

const runQuery = query({
  status: text,
  name: text,
  since: instant,
  until: instant,
  limit: whole,
  cursor: text,
  tenant: text,
  submitted_by: text,
  mine: envelopedFlag,
  dataset_id: text,
  name_contains: text,
  pool: text,
  counts: envelopedFlag,
})

export const runList = {
  run: listRuns,
  input: together(runQuery, labels),
  answer: (page: CountedPage, { principal }: Ctx): Answer => json(runPage(page, principal)),
}

/** A page of runs, with how many there are of each status and how far a search looked, where it was one. */
export function runPage({ rows, next_cursor, ...more }: CountedPage, principal: Principal): string {
  const printed = Object.entries(more).map(([name, value]) => [name, writeJson(value)])
  const page = list('runs', rows, viewFor(principal), next_cursor)
  return printed.length === 0 ? page : extend(page, Object.fromEntries(printed))
}

export const runConfig = { run: getRunConfig, answer: (config: object) => json(printPlain(config)) }

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
