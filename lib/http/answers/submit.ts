import 'server-only'
import { findRunByKey } from '@/lib/services/runs/find-run-by-key'
import { getRunToEdit } from '@/lib/services/runs/get-run-to-edit'
import { whoRuns as askWhoRuns } from '@/lib/services/runs/who-runs'
import { query, text } from '../input'
import { json, printPlain } from './list'

/** For the submit page alone: texts, switches and small whole numbers. */
const print = (report: object) => json(printPlain(report))

export const whoRuns = { run: askWhoRuns, answer: print }
export const runToEdit = { run: getRunToEdit, answer: print }
export const earlierRun = { run: findRunByKey, input: query({ key: text, tenant: text }), answer: print }
