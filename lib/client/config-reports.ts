import { useMutation } from '@tanstack/react-query'
import { z } from 'zod'
import { checkConfig, planConfig } from '@/lib/actions/submit'
import { type Json, writeJson } from '@/lib/contract/json'
import type { Submission } from '@/lib/derive/submission-form'
import { isApiError } from './api-error'
import { answerAs } from './submit'

type Config = Pick<Submission, 'config' | 'config_format'>

/** One thing that an engine tried: to open a source, to build a sink. */
const Probe = z.object({
  role: z.string(),
  connector: z.string(),
  name: z.string(),
  /** pass, fail, or another word of a later engine. */
  status: z.string(),
  elapsed_ms: z.number().nullish(),
  reason: z.string().nullish(),
  hint: z.string().nullish(),
})
const DoctorReport = z.object({
  invocations: z.array(
    z.object({ id: z.string(), delivery: z.string().nullish(), probes: z.array(Probe).default([]) }),
  ),
})
export type DoctorReport = z.infer<typeof DoctorReport>

const Violation = z.object({
  rule: z.string(),
  column: z.string(),
  label: z.string(),
  kind: z.string(),
  sink: z.string().nullish(),
  sink_kind: z.string().nullish(),
})
const PolicyRow = z.object({ row: z.string(), violations: z.array(Violation).default([]) })
export type PolicyRow = z.infer<typeof PolicyRow>
const PolicyReport = z.object({ rows: z.array(PolicyRow), violations: z.number() })

const Words = z.array(z.string()).default([])
const Plan = z.object({
  row: z.string(),
  source: z.string(),
  sink: z.string(),
  write_mode: z.string(),
  transforms: Words,
  delivery_guarantee: z.string().nullish(),
  quality: z.boolean().default(false),
  contract: z.boolean().default(false),
  masking: z.boolean().default(false),
  schema_drift: z.unknown(),
  lineage: Words,
  policy: PolicyRow.nullish(),
  sample: z
    .object({
      source: z.string().nullish(),
      input_records: z.number(),
      output_records: z.number(),
      dlq_records: z.number(),
      inferred_schema: z.unknown(),
      schema_delta: z.unknown(),
      error: z.string().nullish(),
    })
    .nullish(),
  impact: z
    .object({
      severity: z.string().nullish(),
      affected: z.array(z.record(z.string(), z.unknown())).default([]),
      owners: z.array(z.unknown()).default([]),
      notes: Words,
    })
    .nullish(),
})
export type Plan = z.infer<typeof Plan>

/** Probes of source and sink; a report with failures is a report all the same. */
export const useConfigCheck = () =>
  useMutation<DoctorReport, Error, Config>({
    mutationFn: async ({ config, config_format }) => {
      try {
        return answerAs(DoctorReport, await checkConfig(writeJson({ config, config_format })))
      } catch (error) {
        const report = probesOf(error)
        if (report !== null) return report
        throw error
      }
    },
  })

export interface PlanQuestion extends Config {
  row?: string
  sample?: Json[]
  impact?: boolean
}

/** What a run of one row would do. */
export const useConfigPlan = () =>
  useMutation<Plan, Error, PlanQuestion>({
    mutationFn: async (asked) => answerAs(Plan, await planConfig(writeJson(asked))),
  })

/** The probes that a refusal brings along; null: it has none. */
export function probesOf(error: unknown): DoctorReport | null {
  const read = isApiError(error) ? DoctorReport.safeParse(error.details) : null
  return read?.success ? read.data : null
}

/** The broken rules that a refusal brings along; null: it has none. */
export function violationsOf(error: unknown): PolicyRow[] | null {
  const read = isApiError(error) ? PolicyReport.safeParse(error.details) : null
  return read?.success ? read.data.rows.filter(({ violations }) => violations.length > 0) : null
}
