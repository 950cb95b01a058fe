import 'server-only'
import { whoRuns as askWhoRuns } from '@/lib/services/runs/who-runs'
import { json, printPlain } from './list'

/** For the submit page alone: texts, switches and small whole numbers. */
export const whoRuns = { run: askWhoRuns, answer: (report: object) => json(printPlain(report)) }
