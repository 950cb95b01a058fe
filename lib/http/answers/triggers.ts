import 'server-only'
import type { EngineAnswer } from '@/lib/services/kit/engine-operation'
import { listTriggers, type ObservedTriggers } from '@/lib/services/triggers/list-triggers'
import type { Incoming } from '../input'
import { askedOf, engineAnswer } from './engine'
import { type Answer, json, printPlain } from './list'

/** What an engine defines; without one nothing is known to be defined, and runs tell what was fired. */
export const triggerList = {
  run: listTriggers,
  input: (incoming: Incoming) => ({ asked: askedOf(incoming, null) }),
  answer: (told: EngineAnswer | ObservedTriggers): Answer =>
    'observed' in told ? json(printPlain({ triggers: [], ...told })) : engineAnswer(told),
}
