import 'server-only'
import { z } from 'zod'
import type { ToldAnswer } from '@/lib/contract/envelope'
import { rollBackRun } from '@/lib/services/engine/operations'
import { postOf } from '@/lib/services/kit/engine-operation'
import { answering } from './answer-action'
import { engineAnswer } from './answers/engine'
import { membersOf } from './checked-body'

const Body = z.object({
  run_id: z.string(),
  invocation_id: z.string(),
  dry_run: z.boolean(),
  force: z.boolean(),
  config: z.string().optional(),
  config_format: z.enum(['yaml', 'json']).optional(),
})

/** Undoes what one invocation of a run wrote, or says what that would do: what `POST /v1/runs/{id}/rollback` answers. */
export const rollBackText = (text: string): Promise<ToldAnswer> =>
  answering(rollBackRun.label, text, async (ctx, body) => {
    const { run_id, ...asked } = Body.parse(membersOf(Body, body))
    const target = `/v1/runs/${encodeURIComponent(run_id)}/rollback`
    return engineAnswer(await rollBackRun(ctx, { run_id, asked: postOf(target, asked) }))
  })
