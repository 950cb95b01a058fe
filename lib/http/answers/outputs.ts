import 'server-only'
import { can } from '@/lib/auth/roles'
import { LocalOutputRecord } from '@/lib/contract/records/outputs'
import type { Stored } from '@/lib/contract/stored'
import { outputAgeSecs, outputState, retentionDays } from '@/lib/derive/outputs'
import type { Ctx } from '@/lib/services/kit/ctx'
import { listOutputs } from '@/lib/services/outputs/list-outputs'
import { flag, query, text, whole } from '../input'
import { extend, item, json, openView, printPlain } from './list'

const output = openView(LocalOutputRecord)

/** A file with what follows from its record. */
export function outputText(row: Stored<LocalOutputRecord>, ctx: Ctx): string {
  const read = row.read()
  if (!read.ok) return item(row, output(ctx))
  return extend(item(row, output(ctx)), {
    state: `"${outputState(read.record)}"`,
    age_secs: String(outputAgeSecs(read.record, ctx.now())),
    retention_days_effective: String(retentionDays(read.record, ctx.settings.localOutputs.retentionDays)),
  })
}

export const outputList = {
  run: listOutputs,
  input: query({ dataset_id: text, pipeline: text, include_expired: flag, limit: whole }),
  answer(rows: Stored<LocalOutputRecord>[], ctx: Ctx) {
    const { previewEnabled, previewDefaultRows, previewMaxRows, retentionDays: days } = ctx.settings.localOutputs
    const flags = printPlain({
      retention_days: days,
      gc_enabled: days > 0,
      can_manage: can(ctx.principal.role, 'local_output_manage'),
      preview_enabled: previewEnabled,
      preview_default_rows: previewDefaultRows || null,
      preview_max_rows: previewMaxRows || null,
    })
    return json(`{"outputs":[${rows.map((row) => outputText(row, ctx)).join(',')}],${flags.slice(1)}`)
  },
}
