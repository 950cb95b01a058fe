'use client'

import { type PlanQuestion, useConfigCheck, useConfigPlan } from '@/lib/client/config-reports'
import type { SubmissionForm } from '@/lib/derive/submission-form'

/** What an engine is asked about the config, and whether its answers are of the text that stands there now. */
export function useConfigReports({ config, config_format }: SubmissionForm, hasEngine: boolean) {
  const check = useConfigCheck()
  const plan = useConfigPlan()
  const isOf = (asked: { config: string } | undefined): boolean => asked === undefined || asked.config === config
  return {
    check,
    plan,
    isCheckCurrent: isOf(check.variables),
    isPlanCurrent: isOf(plan.variables),
    whyOff: whyOff(config, hasEngine),
    runCheck: () => check.mutate({ config, config_format }),
    runPlan: (more: Pick<PlanQuestion, 'row' | 'sample' | 'impact'>) => plan.mutate({ config, config_format, ...more }),
  }
}
export type ConfigReports = ReturnType<typeof useConfigReports>

function whyOff(config: string, hasEngine: boolean): string | null {
  if (!hasEngine) return 'Not available: it needs an engine that can reach source and sink, and none is configured.'
  return config.trim() === '' ? 'There is no config yet.' : null
}
