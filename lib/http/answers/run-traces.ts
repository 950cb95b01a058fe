import 'server-only'
import { writeJson } from '@/lib/contract/json'
import { ConfigSnapshot } from '@/lib/contract/records/catalog-profiles'
import type { RunRecord } from '@/lib/contract/records/runs'
import type { Stored } from '@/lib/contract/stored'
import { runMask } from '@/lib/derive/mask'
import type { Ctx } from '@/lib/services/kit/ctx'
import { getRunRecord } from '@/lib/services/runs/get-run-record'
import { getRunSnapshot } from '@/lib/services/runs/get-run-snapshot'
import { getRunUsage } from '@/lib/services/runs/get-run-usage'
import { listRunAudit } from '@/lib/services/runs/list-run-audit'
import { listRunDatasets } from '@/lib/services/runs/list-run-datasets'
import { listRunOutputs } from '@/lib/services/runs/list-run-outputs'
import { type Answer, item, json, openView, printPlain, rawText } from './list'
import { outputText } from './outputs'

export const runUsage = { run: getRunUsage, answer: (usage: object) => json(writeJson(usage)) }

export const runDatasets = { run: listRunDatasets, answer: (touched: object) => json(writeJson(touched)) }

type Outputs = Awaited<ReturnType<typeof listRunOutputs>>
export const runOutputs = {
  run: listRunOutputs,
  answer(found: Outputs, ctx: Ctx): Answer {
    if (found === null) return json('{"outputs":null,"is_cut":false}')
    const rows = found.rows.map((row) => outputText(row, ctx)).join(',')
    return json(`{"outputs":[${rows}],"is_cut":${found.is_cut}}`)
  },
}

export const runAudit = { run: listRunAudit, answer: (trail: object | null) => json(printPlain(trail)) }

export const runSnapshot = {
  run: getRunSnapshot,
  answer: (row: Stored<ConfigSnapshot> | null, ctx: Ctx): Answer =>
    json(`{"snapshot":${row === null ? 'null' : item(row, snapshot(ctx))}}`),
}
const snapshot = openView(ConfigSnapshot)

/** The stored text in its own words and digits, beside whether it can be read; what is secret in it is masked. */
export const runRecord = {
  run: getRunRecord,
  answer: (row: Stored<RunRecord> | null): Answer =>
    json(row === null ? 'null' : writeJson({ text: rawText(row.text, runMask(true)), columns: row.columns })),
}
