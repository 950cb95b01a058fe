import { z } from 'zod'
import { type ObservedTrigger, observeTrigger } from '@/lib/derive/observed-triggers'
import { type Asked, type EngineAnswer, forward } from '../kit/engine-operation'
import { defineQuery } from '../kit/use-case'

/** Runs that are looked through for triggers that started them. */
const LOOK = 20_000

/** What the store tells of triggers: which started runs, and when last. Their definitions are an engine's. */
export interface ObservedTriggers {
  observed: ObservedTrigger[]
  /** Set when older runs were not looked at. */
  reached?: string
}

/** The triggers of an engine, else what runs tell of them (http-api.md 12). Engines before 1.17 do not list theirs. */
export const listTriggers = defineQuery({
  label: 'trigger.list',
  permission: 'status_read',
  scope: 'global',
  input: z.object({ asked: z.custom<Asked>() }),
  needs: ['engine', 'insight'],
  async run({ engine, insight }, { asked }, ctx): Promise<EngineAnswer | ObservedTriggers> {
    if (engine.absent() === null) {
      const answer = await forward(engine, asked, ctx, { todo: 'list its triggers' }).catch(() => null)
      if (answer !== null && answer.status !== 404 && answer.status !== 405) return answer
    }
    const search = { status: [], labels: [{ key: 'faucet.trigger.name' }] }
    const { sum, next, reached } = await insight.foldRuns(search, LOOK, {
      start: () => new Map<string, ObservedTrigger>(),
      add: observeTrigger,
      bodies: true,
    })
    return {
      observed: [...sum.values()].sort((a, b) => (a.name < b.name ? -1 : 1)),
      ...(next !== null && reached !== null && { reached }),
    }
  },
})
