import 'server-only'
import { HistoryError } from '@/lib/contract/errors'
import { METHODS } from '@/lib/contract/methods'
import type { Domain } from '@/lib/contract/run-history'
import { refuseNul } from '@/lib/store/kit/refuse-nul'
import { classifyError, driverCode } from './classify-error'
import type { ShapeProbe } from './shape'

const AGAIN_AFTER_MS = [20, 80, 200]
/** The drivers wait for locks by themselves, seconds if need be: only what failed at once is worth another try. */
const AGAIN_WITHIN_MS = 300
/** The file or the server turned read-only: what was seen of the store no longer holds. */
const READ_ONLY = new Set(['SQLITE_READONLY', '25006'])

/**
 * Wraps a port: values with U+0000, and writes to a store that must not be written, are refused before anything starts,
 * every rejection becomes a HistoryError, and a read whose statement was not carried out is sent again, three times
 * within 300 ms. A write is not: only its last statement is known to have failed. Single statements are repeated below,
 * by the drivers' adapters.
 */
export function guard<P extends object>(domain: Domain, port: P, shape: ShapeProbe): P {
  const kinds: Readonly<Record<string, string>> = METHODS[domain]
  return guardMethods(port, shape, (name) => kinds[name] === 'write')
}

/** The same for ports the trait does not have; `writes` says which of its methods do. */
export function guardMethods<P extends object>(port: P, shape: ShapeProbe, writes: (name: string) => boolean): P {
  const guarded: Record<string, unknown> = {}
  for (const [name, method] of Object.entries(port)) {
    guarded[name] = async (...args: unknown[]) => {
      refuseNul(args)
      const call = () => (method as (...args: unknown[]) => Promise<unknown>)(...args)
      if (!writes(name)) return attempt(call, shape, true)
      await refuseReadOnly(shape)
      return attempt(call, shape, false)
    }
  }
  return guarded as P
}

async function refuseReadOnly(shape: ShapeProbe): Promise<void> {
  const { readOnly } = await attempt(() => shape.current(), shape, true)
  if (readOnly !== null) throw new HistoryError('read_only', readOnly)
}

async function attempt<T>(call: () => Promise<T>, shape: ShapeProbe, again: boolean): Promise<T> {
  const end = performance.now() + AGAIN_WITHIN_MS
  for (let tries = 0; ; tries++) {
    try {
      return await call()
    } catch (cause) {
      const error = classifyError(cause)
      if (error.kind === 'missing' || READ_ONLY.has(driverCode(error))) shape.forget()
      const pause = AGAIN_AFTER_MS[tries]
      if (!again || !error.notApplied || pause === undefined || performance.now() + pause > end) throw error
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
}
