import { z } from 'zod'
import { remembered } from '@/lib/contract/read-memo'
import { Timestamp } from '@/lib/contract/records/primitives'
import { UsageBy, UsageRecord, type UsageReport } from '@/lib/contract/records/usage'
import { readText, type Stored } from '@/lib/contract/stored'
import { engineNumbers } from '@/lib/derive/engine-numbers'
import { rollUpUsage } from '@/lib/derive/usage-rollup'
import { clamp } from '../kit/limit'
import { defineQuery } from '../kit/use-case'

export interface UsageAnswer {
  report: UsageReport
  /** Newest first; only when they were asked for. */
  records?: Stored<UsageRecord>[]
}

/** Sums in the last digit depend on how an engine reads its own numbers. */
const AS_ENGINES = {}

/** What runs used and cost, added up by a key (http-api.md 1.8). Records that cannot be read count for nothing. */
export const usageReport = defineQuery({
  label: 'usage.list',
  permission: 'usage_read',
  scope: 'tenant',
  input: z.object({
    by: UsageBy.default('pipeline'),
    since: Timestamp.optional(),
    until: Timestamp.optional(),
    pipeline: z.string().optional(),
    tenant: z.string().optional(),
    limit: z.number().optional(),
    include_records: z.boolean().default(false),
  }),
  needs: ['usage'],
  async run({ usage }, { by, limit, include_records, ...filter }): Promise<UsageAnswer> {
    const records = await usage.list({ ...filter, limit: clamp(limit, 5_000, 50_000) })
    const read = records.flatMap(({ text }) => {
      const outcome = remembered(AS_ENGINES, text, () => readText(UsageRecord, engineNumbers(text)))
      return outcome.ok ? [outcome.record] : []
    })
    // As 1.13.1 adds them up, whatever the currency: an engine of that age on the same store says the same.
    const report = rollUpUsage(read, by, { splitCurrencies: false })
    return { report, ...(include_records && { records }) }
  },
})
