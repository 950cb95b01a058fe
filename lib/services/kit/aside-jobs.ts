import { budgetIn } from '@/lib/derive/budget'
import { shownConfig } from '@/lib/derive/shown-config'
import { checkReferences, checkSubmission } from '@/lib/derive/submit-checks'

/** What is made of config texts. Arguments and answers go from thread to thread: texts, switches and whole numbers. */
export const JOBS = { checkSubmission, checkReferences, shownConfig, budgetIn }

export interface AsideJob {
  id: number
  name: keyof typeof JOBS
  args: unknown[]
}
export type AsideAnswer = { id: number; value: unknown } | { id: number; wrong: string }

export function doJob({ id, name, args }: AsideJob): AsideAnswer {
  try {
    return { id, value: (JOBS[name] as (...args: unknown[]) => unknown)(...args) }
  } catch (error) {
    return { id, wrong: error instanceof Error ? error.message : String(error) }
  }
}
