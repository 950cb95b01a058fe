import type { EngineCall, EngineReply } from '@/lib/contract/ports/engine'

const FRESH_MS = 10 * 60_000
/** An engine knows some dozens of connectors. */
const MOST = 500
const SCHEMAS = /^\/v1\/schemas(\/[^?]*)?$/

interface Kept {
  at: number
  reply: EngineReply
}

/**
 * Keeps what an engine said about connectors: that changes with its build alone, and the engine files no such read. Who
 * may ask was settled before, by the same rule as the engine's.
 */
export function withSchemaCache(
  send: (call: EngineCall) => Promise<EngineReply>,
  nowMs: () => number = Date.now,
): (call: EngineCall) => Promise<EngineReply> {
  const kept = new Map<string, Kept>()

  return async (call) => {
    if (call.method !== 'GET' || call.where !== 'any' || !SCHEMAS.test(call.target)) return send(call)
    const known = kept.get(call.target)
    if (known !== undefined && nowMs() - known.at < FRESH_MS) return known.reply
    const reply = await send(call)
    if (reply.kind === 'unavailable') return known?.reply ?? reply
    if (reply.status === 200) {
      if (kept.size >= MOST) kept.clear()
      kept.set(call.target, { at: nowMs(), reply })
    }
    return reply
  }
}
