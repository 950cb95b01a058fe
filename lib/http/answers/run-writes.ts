import 'server-only'
import { SubmitRunBody } from '@/lib/derive/run-requests'
import type { Ctx } from '@/lib/services/kit/ctx'
import { cancelRun } from '@/lib/services/runs/cancel-run'
import { deleteRun } from '@/lib/services/runs/delete-run'
import type { CancelOutcome } from '@/lib/services/runs/internal-cancel'
import type { SubmitOutcome } from '@/lib/services/runs/internal-dispatch'
import { submitRun } from '@/lib/services/runs/submit-run'
import { checkedAndAsked } from '../checked-body'
import { countIdempotencyHit } from '../metrics'
import { waiting } from './change-writes'
import { engineAnswer } from './engine'
import { type Answer, json, NO_CONTENT, printPlain } from './list'

/** Accepted when there was something to stop; else it is as it was. Neither has a body. */
export const runCancelled = {
  run: cancelRun,
  answer: ({ asked }: CancelOutcome): Answer => ({ status: asked ? 202 : 200 }),
}
export const runDeleted = { run: deleteRun, answer: () => NO_CONTENT }

export const runSubmitted = {
  run: submitRun,
  input: checkedAndAsked(SubmitRunBody),
  answer(outcome: SubmitOutcome, ctx: Ctx): Answer {
    if (outcome.kind === 'engine') return engineAnswer(outcome.answer)
    if (outcome.kind === 'gated') return waiting(outcome.change, ctx)
    const { run_id, status, submitted_at, fingerprint } = outcome.run
    if (fingerprint === null) countIdempotencyHit()
    return json(printPlain({ run_id, status, submitted_at }), 202)
  },
}
