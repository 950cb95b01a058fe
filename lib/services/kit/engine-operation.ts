import { z } from 'zod'
import type { Permission } from '@/lib/auth/permissions'
import { AppError } from './app-error'
import type { Scope } from './scope'
import { defineQuery, type Verb } from './use-case'

export const Anything = z.looseObject({})

/**
 * A verb that this console leaves to an engine. Who may ask is checked here as for every verb, and a refusal is filed; the
 * rest is the engine's, and as long as none can be asked the answer says so.
 */
export const defineEngineOperation = (operation: {
  label: string
  permission: Permission
  scope: Scope
  /** Completes the sentence "a running engine is needed to …". */
  todo: string
}): Verb<typeof Anything, never> =>
  defineQuery({
    ...operation,
    input: Anything,
    needs: [],
    run: async () => {
      throw new AppError(
        'unavailable',
        `a running engine is needed to ${operation.todo}, and this console is not connected to one`,
      )
    },
  })
