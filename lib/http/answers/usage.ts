import 'server-only'
import { writeJson } from '@/lib/contract/json'
import { UsageBy, UsageRecord, UsageReport } from '@/lib/contract/records/usage'
import { AppError } from '@/lib/services/kit/app-error'
import type { Ctx } from '@/lib/services/kit/ctx'
import { type UsageAnswer, usageReport } from '@/lib/services/usage/usage-report'
import { dayOrInstant, type Field, field, flag, query, text, whole } from '../input'
import { bareList, json, openView } from './list'

const record = openView(UsageRecord)

const key: Field = field({ type: 'string', enum: UsageBy.options }, (value) => {
  if (UsageBy.safeParse(value).success) return value
  throw new AppError('bad_config', `\`by\` must be one of ${UsageBy.options.join(', ')} (got \`${value}\`)`)
})

export const usage = {
  run: usageReport,
  input: query({
    limit: whole,
    include_records: flag,
    by: key,
    since: dayOrInstant,
    until: dayOrInstant,
    pipeline: text,
    tenant: text,
  }),
  answer({ report, records }: UsageAnswer, ctx: Ctx) {
    const rows = records === undefined ? '' : `,"records":${bareList(records, record(ctx))}`
    return json(`{"report":${writeJson(UsageReport.encode(report))}${rows}}`)
  },
}
