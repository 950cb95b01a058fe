import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Runtime } from '@/lib/runtime/runtime'
import { ask } from '../support/app-router'
import { type RealEngine, startEngine, until } from '../support/real-engine'
import { startRuntime } from '../support/runtime'
import { sharedData } from '../support/shared-data'

const KEY = 'vault-key-A-0123456789abcdef0123456789'
/** A real engine as a member of the cluster on the store that the API writes to. */
export function besideRealEngine(program: string): void {
  describe('a member of a cluster that works on what is written here', () => {
    let folder: string
    let engine: RealEngine
    let console_: Runtime
    let source: Server
    /** What the source was asked with. */
    let presented: (string | undefined)[]

    beforeEach(async () => {
      folder = mkdtempSync(path.join(tmpdir(), 'writes-'))
      mkdirSync(path.join(folder, 'out'))
      writeFileSync(path.join(folder, 'in.csv'), 'id,name\n1,a\n2,b\n')
      const auth = path.join(folder, 'auth.yaml')
      copyFileSync(sharedData('engine-1.13.1', 'auth.yaml'), auth)
      presented = []
      source = createServer((request, response) => {
        presented.push(request.headers.authorization)
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"items":[{"id":1}]}')
      })
      await new Promise<void>((resolve) => {
        source.listen(0, '127.0.0.1', resolve)
      })
      const history = `sqlite:${path.join(folder, 'history.db')}`
      engine = await startEngine(program, folder, [
        ...['--history', history, '--cluster', '--cluster-poll-secs', '1'],
        ...['--auth-config', auth, '--vault-key', KEY],
      ])
      console_ = await startRuntime(history, { FAUCET_CONSOLE_AUTH_CONFIG: auth, FAUCET_VAULT_KEY: KEY })
    }, 90_000)
    afterEach(async () => {
      await console_.close()
      await engine.stop()
      await new Promise((resolve) => source.close(resolve))
      rmSync(folder, { recursive: true, force: true })
    })

    const headersOf = (as: string): Record<string, string> => ({
      authorization: `Bearer ${console_.auth.credentials.find(({ name }) => name === as)?.token}`,
      'content-type': 'application/json',
    })
    interface Answer {
      status: number
      body: Record<string, unknown>
    }
    async function write(method: string, address: string, body: object, as = 'root-admin'): Promise<Answer> {
      const request = new Request(`http://127.0.0.1:3000${address}`, {
        method,
        headers: headersOf(as),
        body: JSON.stringify(body),
      })
      const response = (await ask(request)) ?? expect.fail(`no route ${address}`)
      const text = await response.text()
      return { status: response.status, body: text === '' ? {} : JSON.parse(text) }
    }
    const read = async (address: string, from: 'engine' | 'console'): Promise<unknown> => {
      const headers = headersOf('root-admin')
      const response =
        from === 'engine'
          ? await fetch(engine.url + address, { headers })
          : await ask(new Request(`http://127.0.0.1:3000${address}`, { headers }))
      return response?.json()
    }
    const config = (name: string, out: string, path_ = `${folder}/in.csv`) =>
      `name: ${name}\nversion: 1\npipeline:\n  source: { type: csv, config: { path: "${path_}" } }\n` +
      `  sink: { type: jsonl, config: { path: "${folder}/out/${out}.jsonl" } }\n`
    const idOf = ({ status, body }: Answer): string => {
      expect([status, body]).toMatchObject([202, { run_id: expect.any(String) }])
      return String(body['run_id'])
    }
    async function endOf(runId: string): Promise<Record<string, unknown>> {
      let run: Record<string, unknown> = {}
      await until(async () => {
        run = (await read(`/v1/runs/${runId}`, 'engine')) as Record<string, unknown>
        return ['completed', 'failed', 'cancelled'].includes(String(run['status']))
      })
      return run
    }
    const isLater = async () => ((await console_.deps.store.capabilities()).stamp ?? 0) >= 6

    it('runs what was queued, opens what was sealed, and lists all of it', async () => {
      const queued = await write('POST', '/v1/runs', {
        config: config('plain', 'plain'),
        labels: { a: 'b' },
        budget: { max_records: 100 },
        idempotency_key: 'k-1',
      })
      expect(await endOf(idOf(queued))).toMatchObject({ status: 'completed', records_written: 2 })
      expect(readFileSync(`${folder}/out/plain.jsonl`, 'utf8')).toContain('"name":"a"')

      const tenant = { id: 'acme', name: 'Acme', labels: { tier: 'gold' }, limits: { max_records_per_run: 1_000 } }
      expect((await write('POST', '/v1/tenants', tenant)).status).toBe(201)
      expect((await write('PATCH', '/v1/tenants/acme', { name: 'Acme Ltd' })).status).toBe(200)
      const token = 'a-token-for-the-source'
      const provider = { type: 'static', config: { token } }
      expect((await write('POST', '/v1/tenants/acme/connections', { name: 'api', provider })).status).toBe(201)
      const { port } = source.address() as AddressInfo
      const viaApi =
        `name: via_api\nversion: 1\npipeline:\n  source:\n    type: rest\n    config: { base_url: "http://127.0.0.1:${port}", ` +
        `path: /x, records_path: "$.items[*]", max_retries: 0, auth: { ref: api } }\n` +
        `  sink: { type: jsonl, config: { path: "${folder}/out/api.jsonl" } }\n`
      expect(await endOf(idOf(await write('POST', '/v1/tenants/acme/runs', { config: viaApi })))).toMatchObject({
        status: 'completed',
        tenant: 'acme',
      })
      expect(presented).toContain(`Bearer ${token}`)

      const refused = await write(
        'POST',
        '/v1/changes',
        { kind: 'run', payload: { config: config('c', 'c') } },
        'ops-one',
      )
      expect(refused.status).toBe(201)
      expect((await write('POST', `/v1/changes/${refused.body['id']}/reject`, { reason: 'no' })).status).toBe(200)

      for (const address of ['/v1/runs', '/v1/tenants', '/v1/tenants/acme/connections', '/v1/changes', '/v1/audit']) {
        const [theirs, ours] = [await read(address, 'engine'), await read(address, 'console')]
        expect([address, masked(ours)]).toEqual([address, masked(theirs)])
      }
      expect(await read('/readyz', 'engine')).toMatchObject({ history_ok: true })
    }, 120_000)

    it('runs what was approved here, and what came from a template', async () => {
      const kind = `kind: pipeline\nparams: { out: { type: string, required: true } }\n${config('from-template', `\${param.out}`)}`
      const registered = await write('POST', '/v1/templates', { config: kind, launch: true })
      const proposal = { kind: 'run', payload: { config: config('approved', 'approved') }, reason: 'r' }
      const asked = await write('POST', '/v1/changes', proposal, 'ops-one')
      const approval = `/v1/changes/${asked.body['id']}/approve`
      if (await isLater()) {
        // Engines from 1.14 on keep these steps to themselves, and one is asked where one is configured.
        expect([registered.status, (await write('POST', approval, {})).status]).toEqual([503, 503])
        return
      }
      expect(registered.status).toBe(201)
      const done = await write('POST', approval, {})
      expect(done).toMatchObject({ status: 200, body: { status: 'executed' } })
      expect(await endOf(String(done.body['run_id']))).toMatchObject({
        status: 'completed',
        labels: { change: asked.body['id'], pipeline: 'approved' },
      })
      const triggered = await write('POST', '/v1/templates/from-template/runs', { params: { out: 'bound' } }, 'ops-one')
      expect(await endOf(idOf(triggered))).toMatchObject({
        status: 'completed',
        labels: { template: 'from-template', template_version: '1' },
      })
      expect(readFileSync(`${folder}/out/bound.jsonl`, 'utf8')).toContain('"id"')
      const gated = { params: { out: 'later' }, require_approval: true }
      const waiting = await write('POST', '/v1/templates/from-template/runs', gated, 'ops-one')
      expect(waiting).toMatchObject({ status: 202, body: { status: 'pending_approval' } })
      const approved = await write('POST', `/v1/changes/${waiting.body['change_id']}/approve`, {})
      expect(await endOf(String(approved.body['run_id']))).toMatchObject({ status: 'completed' })
      for (const address of ['/v1/templates', '/v1/changes', '/v1/runs', '/v1/audit']) {
        const [theirs, ours] = [await read(address, 'engine'), await read(address, 'console')]
        expect([address, masked(ours)]).toEqual([address, masked(theirs)])
      }
      expect(await read('/readyz', 'engine')).toMatchObject({ history_ok: true })
    }, 120_000)
  })
}

/** Without what only one of both shows: later engines leave the config out, and old ones what they do not know. */
function masked(value: unknown): unknown {
  const unshown = ['config_body', 'trusted_config', 'caller_config']
  return JSON.parse(JSON.stringify(value), (name, member) => (unshown.includes(name) ? undefined : member))
}
