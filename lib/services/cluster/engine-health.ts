import { z } from 'zod'
import type { EnginePort } from '@/lib/contract/ports/engine'
import { type EngineMetrics, engineMetrics } from '@/lib/derive/engine-metrics'
import type { Ctx } from '../kit/ctx'
import { defineQuery } from '../kit/use-case'

/** Who waits for the page waits no longer for an engine that does not answer. */
const PROBE_MS = 3_000
const MOST_TRIGGERS = 200

const Readiness = z.object({
  status: z.string().nullish(),
  history_ok: z.boolean().nullish(),
  queue_ok: z.boolean().nullish(),
  draining: z.boolean().nullish(),
  cluster: z.object({ enabled: z.boolean(), instances: z.number().nullish() }).nullish(),
  triggers: z
    .array(
      z.object({
        name: z.string(),
        type: z.string().nullish(),
        healthy: z.boolean().nullish(),
        consecutive_failures: z.number().nullish(),
      }),
    )
    .nullish(),
})

/** What the configured engine says of itself, whichever answers; null where none is configured. */
export const engineHealth = defineQuery({
  label: 'cluster.report',
  permission: 'status_read',
  scope: 'global',
  input: z.object({}),
  needs: ['engine'],
  async run({ engine }, _, ctx) {
    const absent = engine.absent()
    if (absent !== null) return { absent, unreachable: null, ready: null, metrics: null }
    const [ready, metrics] = await Promise.all([told(engine, '/readyz', ctx), told(engine, '/metrics', ctx)])
    if (ready.text === null) return { absent: null, unreachable: ready.reason, ready: null, metrics: null }
    return { absent: null, unreachable: null, ready: readinessIn(ready.text), metrics: metricsIn(metrics.text) }
  },
})

async function told(engine: EnginePort, target: string, { requestId }: Ctx) {
  const reply = await engine.send({
    ...{ method: 'GET', target, headers: { 'x-request-id': requestId }, body: null, principal: null },
    ...{ where: 'any' as const, timeoutMs: PROBE_MS },
  })
  if (reply.kind === 'unavailable') return { text: null, reason: reply.reason }
  return typeof reply.body === 'string'
    ? { text: reply.body, reason: null }
    : { text: null, reason: 'it answered with a stream' }
}

function readinessIn(text: string) {
  const read = Readiness.safeParse(jsonIn(text))
  if (!read.success) return null
  const { triggers, ...rest } = read.data
  return { ...rest, triggers: (triggers ?? []).slice(0, MOST_TRIGGERS) }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** An engine may be built without them. */
function metricsIn(text: string | null): EngineMetrics | null {
  if (text === null) return null
  const metrics = engineMetrics(text)
  return Object.values(metrics).every((value) => value === null) ? null : metrics
}
