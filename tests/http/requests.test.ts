import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Runtime } from '@/lib/runtime/runtime'
import { answerChecker, type Description, description, type Operation } from '../support/api-description'
import { ask } from '../support/app-router'
import { type Asked, requestsFor } from '../support/arbitrary-requests'
import { copyOfFile, type EngineStore, postgresTwin } from '../support/engine-stores'
import { startRuntime } from '../support/runtime'

const ENGINE = 'engine-1.13.1'
const EACH = 25
/** What exists in these stores, so that requests also find something. */
const KNOWN = [
  '01a20c1e-e855-75c8-a2f4-5e2a7f51970c',
  '01a22c90-e75b-73f8-8511-fbcccb76a9cd',
  'orders-report',
  'acme',
  'crm',
  'stable',
  '3',
  'completed,failed',
  'orders_to_jsonl',
  '6a77d273e7fa2e59',
]
const STORES: readonly [name: string, open: () => Promise<EngineStore>][] = [
  ['memory', async () => ({ history: 'memory', remove: async () => undefined })],
  ['SQLite', async () => copyOfFile(ENGINE, 'single.db')],
  ['Postgres', () => postgresTwin(ENGINE, 'single.db')],
]

describe('no request that the description allows, or nearly does, is answered with 500', () => {
  for (const [name, open] of STORES) {
    it(`on ${name}`, async () => {
      const store = await open()
      const runtime = await startRuntime(store.history)
      try {
        await askEverything(runtime, await description())
      } finally {
        await runtime.close()
        await store.remove()
      }
    }, 300_000)
  }
})

async function askEverything(runtime: Runtime, api: Description): Promise<void> {
  const check = answerChecker(api)
  const operations = Object.entries(api.paths)
    .filter(([path]) => path.startsWith('/v1/'))
    .flatMap(([path, of]) => Object.entries(of).map(([method, operation]) => ({ path, method, operation })))
  for (const { path, method, operation } of operations) {
    const requests = requestsFor(api, method.toUpperCase(), path, operation, KNOWN)
    const callers = fc.constantFrom(...runtime.auth.credentials.map(({ token }) => token), 'nobody')
    const asked = fc.tuple(requests, fc.oneof({ weight: 6, arbitrary: fc.constant(adminOf(runtime)) }, callers))
    await fc.assert(
      fc.asyncProperty(asked, async ([request, token]) => {
        expect(await complaint(request, token, operation, check)).toBeNull()
      }),
      { numRuns: EACH, seed: 20_261_130 },
    )
  }
}

const adminOf = (runtime: Runtime): string =>
  runtime.auth.credentials.find(({ role, tenant }) => role === 'admin' && tenant === null)?.token ?? ''

async function complaint(
  { method, target, body, type }: Asked,
  token: string,
  operation: Operation,
  check: ReturnType<typeof answerChecker>,
): Promise<string | null> {
  const headers = new Headers({ authorization: `Bearer ${token}` })
  if (type !== null) headers.set('content-type', type)
  const request = new Request(`http://127.0.0.1:3000${target}`, {
    method,
    headers,
    ...(body !== null && { body: new Uint8Array(Buffer.from(body, 'utf8')) }),
  })
  const response = await ask(request)
  if (response === null) return `no route for ${target}`
  if (response.headers.get('content-type') === 'text/event-stream') {
    await response.body?.cancel()
    return null
  }
  const text = await response.text()
  if (response.status === 500) return `500: ${text}`
  if (/\n\s+at .*[.:]\d+\)?/.test(text)) return `a stack: ${text.slice(0, 300)}`
  if (response.headers.get('x-request-id') === null) return 'no request id'
  return check(operation, response.status, response.headers.get('content-type'), text)
}
