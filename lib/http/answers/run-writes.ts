import 'server-only'
import { type CancelOutcome, cancelRun } from '@/lib/services/runs/cancel-run'
import { deleteRun } from '@/lib/services/runs/delete-run'
import { type Answer, NO_CONTENT } from './list'

/** Accepted when there was something to stop; else it is as it was. Neither has a body. */
export const runCancelled = {
  run: cancelRun,
  answer: ({ asked }: CancelOutcome): Answer => ({ status: asked ? 202 : 200 }),
}
export const runDeleted = { run: deleteRun, answer: () => NO_CONTENT }
