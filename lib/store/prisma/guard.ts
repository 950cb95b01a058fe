import 'server-only'
import { HistoryError } from '@/lib/contract/errors'
import { METHODS } from '@/lib/contract/methods'
import type { Domain } from '@/lib/contract/run-history'
import { refuseNul } from '@/lib/store/kit/refuse-nul'
import { classifyError } from './classify-error'
import type { ShapeProbe } from './shape'

const AGAIN_AFTER_MS = [20, 80, 200]

/**
 * Wraps a port: values with U+0000, and writes to a store that must not be written, are refused before anything starts,
 * every rejection becomes a HistoryError, and a statement known not to have been carried out is sent again, three times
 * within 300 ms.
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
      if (writes(name)) await refuseReadOnly(shape)
      return attempt(() => (method as (...args: unknown[]) => Promise<unknown>)(...args), shape)
    }
  }
  return guarded as P
}

async function refuseReadOnly(shape: ShapeProbe): Promise<void> {
  const { readOnly } = await attempt(() => shape.current(), shape)
  if (readOnly !== null) throw new HistoryError('read_only', readOnly)
}

async function attempt<T>(call: () => Promise<T>, shape: ShapeProbe): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await call()
    } catch (cause) {
      const error = classifyError(cause)
      if (error.kind === 'missing') shape.forget()
      const pause = AGAIN_AFTER_MS[tries]
      if (!error.notApplied || error.unreachable || pause === undefined) throw error
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
}
