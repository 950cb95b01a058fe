import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { isJsonObject, parseJson, writeJson } from '@/lib/contract/json'
import { ENGINE_TABLE_NAMES } from '@/lib/store/kit/engine-tables'
import type { Peek } from './all-rows'
import { startRuntime } from './runtime'
import { sharedData } from './shared-data'
import type { Step } from './write-captures'

/** The console of one scenario, started anew wherever the engine of it was, on the same store. */
export interface Consoles {
  /** Whose token goes along with a step, once a console is there that was started as its engine was. Null: none. */
  tokenFor(step: Step): Promise<string | null>
  close(): Promise<void>
}

type Variables = Readonly<Record<string, string>>
interface Place {
  history: string
  look: Peek
}

const ENGINE = 'engine-1.13.1'
interface EngineSettings {
  vault_key: string
  principals: { name: string; token: string }[]
}
const SETTINGS: EngineSettings = JSON.parse(readFileSync(sharedData(ENGINE, 'settings.json'), 'utf8'))
const VAULT = { FAUCET_VAULT_KEY: SETTINGS.vault_key }
const tokenOf = (name: string | null): string | null =>
  SETTINGS.principals.find((one) => one.name === name)?.token ?? null

export async function startConsoles(scenario: string, place: Place): Promise<Consoles> {
  switch (scenario) {
    case 'modes':
      return modes(place)
    case 'tenants':
      return tenants(place)
    case 'changes':
      return changes(place)
    case 'gated':
      return started(place, { FAUCET_CONSOLE_REQUIRE_APPROVAL: 'run,template_register,template_launch' })
    default:
      return started(place, VAULT)
  }
}

async function started({ history, look }: Place, variables: Variables): Promise<Consoles> {
  const runtime = await startRuntime(history, variables)
  await plantMember(look)
  return { tokenFor: async ({ principal, token }) => token ?? tokenOf(principal), close: () => runtime.close() }
}

/** One console after the other: `which` names the one that a step needs, and `begin` starts it. */
async function inTurn(
  which: (step: Step) => string,
  begin: (name: string) => Promise<Consoles>,
  before: (step: Step) => Promise<void> = async () => undefined,
): Promise<Consoles> {
  let current: { name: string; consoles: Consoles } | null = null
  return {
    async tokenFor(step) {
      const name = which(step)
      if (current?.name !== name) {
        await current?.consoles.close()
        current = { name, consoles: await begin(name) }
      }
      await before(step)
      return current.consoles.tokenFor(step)
    },
    close: async () => current?.consoles.close(),
  }
}

/** A member of a cluster, as live as can be, under an id that owns runs in the captures. */
async function plantMember(look: Peek): Promise<void> {
  const soon = new Date(Date.now() + 3_600_000).toISOString().replace('Z', '000000Z')
  await look.put('faucet_serve_instances', {
    instance_id: '759f4644-0bbc-4084-a5d8-815422a29f6c',
    started_at: soon,
    last_heartbeat: soon,
    listen: '127.0.0.1:18101',
    max_concurrent: '2',
    in_flight: '0',
  })
}

/** Each of the four ways to let people in, each on an empty store. The captures leave the tokens out that were sent. */
const MODES: Readonly<Record<string, { variables: Variables; acts: string | null }>> = {
  'no auth': { variables: { FAUCET_CONSOLE_NO_AUTH: '1' }, acts: null },
  'one token': { variables: { FAUCET_SERVE_AUTH_TOKEN: 'tok-one' }, acts: 'tok-one' },
  'three tokens': {
    variables: {
      FAUCET_SERVE_READ_TOKEN: 'tok-read',
      FAUCET_SERVE_WRITE_TOKEN: 'tok-write',
      FAUCET_SERVE_ADMIN_TOKEN: 'tok-admin',
    },
    acts: 'tok-admin',
  },
  'two tokens': {
    variables: { FAUCET_SERVE_READ_TOKEN: 'tok-read', FAUCET_SERVE_WRITE_TOKEN: 'tok-write' },
    acts: 'tok-write',
  },
}
const TRIED = [null, 'tok-one', 'tok-read', 'tok-write', 'tok-admin']

function modes(place: Place): Promise<Consoles> {
  return inTurn(
    ({ engine = '' }) => engine,
    async (name) => {
      const mode = MODES[name]
      if (mode === undefined) throw new Error(`no mode ${name}`)
      const consoles = await started(place, { FAUCET_CONSOLE_AUTH_CONFIG: '', ...mode.variables })
      for (const table of ENGINE_TABLE_NAMES) await place.look.clear(table)
      await plantMember(place.look)
      return { ...consoles, tokenFor: async ({ step }) => TRIED[(step - 1) % 8] ?? (step % 8 === 1 ? null : mode.acts) }
    },
  )
}

/** Towards the end there is no vault key any more. Providers are where a stand-in for one listens. */
async function tenants(place: Place): Promise<Consoles> {
  const provider = await standInProvider()
  const folder = mkdtempSync(path.join(tmpdir(), 'providers-'))
  const file = path.join(folder, 'providers.yaml')
  const text = readFileSync(sharedData(ENGINE, 'providers.yaml'), 'utf8')
  writeFileSync(file, text.replaceAll('127.0.0.1:18099', `127.0.0.1:${provider.port}`))
  const consoles = await inTurn(
    ({ step }) => (step < 113 ? 'with a key' : 'without'),
    (name) =>
      started(
        place,
        name === 'without' ? { FAUCET_CONNECT_PROVIDERS: '' } : { ...VAULT, FAUCET_CONNECT_PROVIDERS: file },
      ),
  )
  return {
    ...consoles,
    async close() {
      await consoles.close()
      await provider.close()
      rmSync(folder, { recursive: true })
    },
  }
}

/** A token endpoint that knows three codes. */
async function standInProvider(): Promise<{ port: number; close(): Promise<void> }> {
  const server = createServer(async (request, response) => {
    const code = new URLSearchParams(await text(request)).get('code')
    const isKnown = code === 'good' || code === 'norefresh'
    response.writeHead(isKnown ? 200 : 400, { 'content-type': 'application/json' })
    if (!isKnown) response.end('{"error":"invalid_grant"}')
    else
      response.end(writeJson({ access_token: 'at-1', ...(code === 'good' && { refresh_token: 'rt-'.padEnd(7, '0') }) }))
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return { port, close: () => new Promise((resolve) => server.close(() => resolve())) }
}

/** The last requests were made with a window of seconds, and had lapsed before anybody looked at them again. */
function changes(place: Place): Promise<Consoles> {
  return inTurn(
    () => 'main',
    () => started(place, VAULT),
    async ({ step }) => {
      if (step !== 53) return
      const { faucet_serve_changes: rows = [] } = await place.look.rows()
      const last = [...rows].sort((a, b) => ((a['created_at'] ?? '') < (b['created_at'] ?? '') ? 1 : -1)).slice(0, 2)
      for (const row of last) {
        const body = parseJson(row['body'] ?? '')
        if (!isJsonObject(body)) throw new Error('no change')
        const past = '2026-01-01T00:00:00.000000000Z'
        await place.look.put('faucet_serve_changes', {
          ...row,
          expires_at: past,
          body: writeJson({ ...body, expires_at: past }),
        })
      }
    },
  )
}
