import { z } from 'zod'
import type { EngineState } from '@/lib/contract/ports/engine'
import { exchange } from './exchange'
import type { EngineAddress } from './target'

const TIMEOUT_MS = 3_000
const Ready = z.object({
  history_ok: z.boolean().nullable().catch(null),
  queue_ok: z.boolean().nullable().catch(null),
  draining: z.boolean().nullable().catch(null),
})

/** What an engine says of itself at the two paths that ask for no token. */
export async function stateOf(address: EngineAddress): Promise<EngineState> {
  const unsaid = { version: null, history_ok: null, queue_ok: null, draining: null }
  const { host } = address.base
  const [ready, metrics] = await Promise.all([ask(address, '/readyz'), ask(address, '/metrics')])
  if (ready.kind === 'unreached') return { ...unsaid, host, unreachable: ready.code }
  if (ready.kind === 'unavailable') return { ...unsaid, host, unreachable: ready.reason }
  const version = metrics.kind === 'reply' ? versionIn(textOf(metrics.body)) : null
  return { host, unreachable: null, version, ...readinessIn(textOf(ready.body)) }
}

function ask({ base }: EngineAddress, path: string) {
  const url = new URL(`${base.origin}${base.pathname.replace(/\/+$/, '')}${path}`)
  return exchange({ url, method: 'GET', headers: {}, body: null, timeoutMs: TIMEOUT_MS })
}

const textOf = (body: string | ReadableStream<Uint8Array>): string => (typeof body === 'string' ? body : '')

/** Engines before 1.13.3 do not say whether they are draining; whoever answers something else says nothing. */
function readinessIn(text: string) {
  try {
    return Ready.parse(JSON.parse(text))
  } catch {
    return { history_ok: null, queue_ok: null, draining: null }
  }
}

const versionIn = (metrics: string): string | null =>
  /^faucet_build_info\{[^}]*version="([^"]{1,40})"/m.exec(metrics)?.[1] ?? null
