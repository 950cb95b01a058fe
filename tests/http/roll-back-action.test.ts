import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SESSION_COOKIE, sealSession } from '@/lib/http/session'
import type { Runtime } from '@/lib/runtime/runtime'
import { startRuntime } from '../support/runtime'
import { json, type StandIn, standInEngine } from '../support/stand-in-engine'

const request = { headers: new Headers(), cookie: '' }
vi.mock('next/headers', () => ({
  headers: async () => request.headers,
  cookies: async () => ({ get: (name: string) => (name === SESSION_COOKIE ? { value: request.cookie } : undefined) }),
}))
vi.mock('next/navigation', () => ({ redirect: () => expect.fail('leads nowhere'), notFound: () => expect.fail() }))
const { rollBackText } = await import('@/lib/http/roll-back-action')

let runtime: Runtime
let engine: StandIn
async function signedInAs(name: string): Promise<void> {
  request.headers = new Headers({ host: '127.0.0.1:3000', 'x-request-id': 'request-1' })
  request.cookie = await sealSession(runtime, name, Math.floor(Date.now() / 1_000))
}
const ASKED = { run_id: 'r/1', invocation_id: 'i', dry_run: true, force: false }

describe('a roll back from the page', () => {
  beforeEach(async () => {
    engine = await standInEngine((response) => json(response, 200, { dry_run: true, deleted: 1 }))
    runtime = await startRuntime('memory', { FAUCET_CONSOLE_ENGINES: engine.url })
  })
  afterEach(async () => {
    await runtime.close()
    await engine.close()
  })

  it('is put to the engine, the run in the path and nothing that nobody asked for in the body', async () => {
    await signedInAs('root-admin')
    const told = await rollBackText(JSON.stringify({ ...ASKED, path: '/v1/reload' }))
    expect(told).toMatchObject({ status: 200, text: '{"dry_run":true,"deleted":1}' })
    expect(engine.received).toMatchObject([{ method: 'POST', url: '/v1/runs/r%2F1/rollback' }])
    expect(JSON.parse(engine.received[0]?.body ?? '')).toEqual({ invocation_id: 'i', dry_run: true, force: false })
  })

  it('is refused to everybody but admins who see everything, before any engine hears of it', async () => {
    for (const name of ['viewer-one', 'ops-one', 'tenant-a-boss', 'tenant-a-app']) {
      await signedInAs(name)
      expect((await rollBackText(JSON.stringify(ASKED))).status, name).toBe(403)
    }
    expect(engine.received).toEqual([])
    const denied = await runtime.deps.audit.list({ action: 'run.rollback', limit: 10 })
    expect(denied.map(({ principal, result }) => `${principal} ${result}`).sort()).toEqual([
      'ops-one denied',
      'tenant-a-app denied',
      'tenant-a-boss denied',
      'viewer-one denied',
    ])
  })

  it('is nothing without a whole question', async () => {
    await signedInAs('root-admin')
    expect((await rollBackText('{"run_id":"r"}')).status).toBe(422)
    expect(engine.received).toEqual([])
  })
})

describe('without an engine', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'roll-back-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('is not available, and says why', async () => {
    runtime = await startRuntime(`sqlite:${path.join(folder, 'h.db')}`)
    await signedInAs('root-admin')
    const told = await rollBackText(JSON.stringify(ASKED))
    await runtime.close()
    expect(told.status).toBe(503)
    expect(told.text).toContain('a running engine is needed to roll back a run')
  })
})
