import { expect, it } from 'vitest'
import type { Deps } from '@/lib/contract/deps'
import { engineHealth } from '@/lib/services/cluster/engine-health'
import { ACME_BOSS, ctxWorld, VIEWER } from '../../support/ctx'

const METRICS = `# HELP x
faucet_build_info{version="1.13.1"} 1
faucet_serve_requests_total{method="GET",path="/v1/runs",status="200"} 40
faucet_serve_requests_total{method="POST",path="/v1/runs",status="202"} 2
faucet_serve_runs_in_flight 3
faucet_serve_history_degraded 0
not_ours 5
`
const engineOf = (answers: Readonly<Record<string, string>>): Deps['engine'] => ({
  absent: () => null,
  states: async () => [],
  send: async ({ target, principal }) => {
    const body = answers[target]
    if (body === undefined || principal !== null) return { kind: 'unavailable', reason: 'nobody there' }
    return { kind: 'reply', status: 200, headers: { contentType: null, retryAfter: null, location: null }, body }
  },
})
const ask = (engine?: Deps['engine'], who = VIEWER) =>
  engineHealth(ctxWorld().as(who, engine === undefined ? {} : { engine }), {})

it('says what the engine says of itself, and its numbers', async () => {
  const ready = JSON.stringify({
    ...{ status: 'ready', history_ok: true, queue_ok: true, cluster: { enabled: true, instances: 2 } },
    triggers: [{ name: 'nightly', healthy: false, consecutive_failures: 3, last_error: null }],
  })
  expect(await ask(engineOf({ '/readyz': ready, '/metrics': METRICS }))).toMatchObject({
    absent: null,
    unreachable: null,
    ready: { history_ok: true, cluster: { instances: 2 }, triggers: [{ name: 'nightly', healthy: false }] },
    metrics: { version: '1.13.1', requests: 42, in_flight: 3, queued: null, history_degraded: false },
  })
})

it('says why there is nothing to say', async () => {
  expect(await ask()).toMatchObject({ absent: expect.stringContaining('no engine is configured') })
  expect(await ask(engineOf({}))).toMatchObject({ absent: null, unreachable: 'nobody there', ready: null })
  expect(await ask(engineOf({ '/readyz': 'fine' }))).toMatchObject({ unreachable: null, ready: null, metrics: null })
})

it('is nothing for who is confined to a tenant', async () => {
  await expect(ask(engineOf({}), ACME_BOSS)).rejects.toMatchObject({ code: 'forbidden' })
})
