import 'server-only'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type AuthConfig, BadAuthConfig, readAuth } from '@/lib/auth/auth-config'
import type { Clock } from '@/lib/contract/clock'
import type { Deps } from '@/lib/contract/deps'
import type { EnginePort } from '@/lib/contract/ports/engine'
import type { Vault } from '@/lib/contract/ports/vault'
import { STORE_DEFAULTS } from '@/lib/contract/store-options'
import { createEngine } from '@/lib/engine/engine'
import { BadEngines, readEngines } from '@/lib/engine/target'
import { sha256Hex } from '@/lib/store/kit/hash'
import { uuidV4, uuidV7 } from '@/lib/store/kit/ids'
import { createVault } from '@/lib/vault/vault'
import { type Bells, createBells, MANY } from './bells'
import { systemClock } from './clock'
import { type ConnectOptions, connect } from './connect'
import { startDemo } from './demo'
import { type Env, processEnv } from './env'
import { createLog, type Log } from './log'
import { sessionKey } from './session-key'
import { settingsOf } from './settings'
import { shareReads } from './shared-reads'
import { StartFailure } from './start-failure'

/** Everything the edge needs, built once. */
export interface Runtime {
  readonly env: Env
  readonly clock: Clock
  readonly log: Log
  readonly deps: Deps
  readonly bells: Bells
  readonly auth: AuthConfig
  /** 32 bytes. */
  readonly sessionKey: Uint8Array
  /** UUIDv7. */
  newId(): string
  sha256(text: string): string
  close(): Promise<void>
}

/** From so many open pages on, those that ask the same within a moment get the same answer. */
const SOME_VIEWERS = 20
const SHARED_MS = 1_000

/** Builds a runtime. Rejects with a `StartFailure` when it cannot be and waiting would not help. */
export async function createRuntime(env: Env, { log: given }: { log?: Log } = {}): Promise<Runtime> {
  const clock = systemClock()
  const log = given ?? createLog(clock)
  for (const secret of secretsOf(env)) log.hide(secret)
  const auth = authOf(env)
  for (const { token } of auth.credentials) log.hide(token)
  for (const { client_secret } of settingsOf(env).connectProviders) log.hide(client_secret)
  const key = sessionKey(env)
  const engine = engineOf(env, auth, log)
  const instanceId = uuidV4()
  const store = await connect({
    history: env.history,
    folder: env.folder,
    store: { clock, instanceId, clustered: true, ...STORE_DEFAULTS },
    tell: (event) => report(log, event),
  })
  // Whoever hears of a change reads what is there after it.
  const bells = createBells((topic) => store.insight.pulse(topic), { onChange: () => shared.forget() })
  const ageMs = () => (bells.viewers() <= SOME_VIEWERS ? 0 : bells.viewers() <= MANY ? SHARED_MS : SHARED_MS * 2)
  const shared = shareReads(store, { ageMs })
  return {
    env,
    clock,
    log,
    deps: { ...shared.store, engine, vault: vaultOf(env) },
    bells,
    auth,
    sessionKey: key,
    newId: () => uuidV7(clock.now()),
    sha256: sha256Hex,
    close: () => store.close(),
  }
}

function authOf(env: Env): AuthConfig {
  const { configFile, ...tokens } = env.auth
  try {
    const file =
      configFile === null ? null : { path: configFile, text: readConfig(path.resolve(env.folder, configFile)) }
    return readAuth({ ...tokens, file, host: env.host, lookUp: env.lookUp })
  } catch (error) {
    if (error instanceof BadAuthConfig) throw new StartFailure(`Sign-in: ${error.message} (${AUTH_VARIABLES}).`)
    throw error
  }
}

/** A key of blanks is a mistake, and what it sealed nobody would open again. */
function vaultOf({ vaultKey, vaultPreviousKeys }: Env): Vault {
  for (const key of [vaultKey, ...vaultPreviousKeys]) {
    if (key !== null && key.trim() === '') {
      throw new StartFailure(
        'FAUCET_VAULT_KEY or FAUCET_VAULT_PREVIOUS_KEYS holds a blank key: give the key, or unset it.',
      )
    }
  }
  return createVault(vaultKey, vaultPreviousKeys)
}

/** The engines of the configuration. A principal's own token goes along, so each engine files who it really was. */
function engineOf({ engines }: Env, { credentials }: AuthConfig, log: Log): EnginePort {
  try {
    return createEngine({
      addresses: readEngines(engines),
      tokenOf: (principal) => credentials.find(({ name }) => name === principal)?.token ?? null,
      tell: (event) => log.warn('an engine cannot be reached', event),
    })
  } catch (error) {
    if (error instanceof BadEngines) throw new StartFailure(`FAUCET_CONSOLE_ENGINES: ${error.message}.`)
    throw error
  }
}

const AUTH_VARIABLES =
  'FAUCET_CONSOLE_AUTH_CONFIG, FAUCET_SERVE_AUTH_TOKEN, FAUCET_SERVE_READ_TOKEN, _WRITE_TOKEN and _ADMIN_TOKEN, or FAUCET_CONSOLE_NO_AUTH=1'

function readConfig(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : 'no code'
    throw new StartFailure(`The auth file ${file} cannot be read (${code}): correct FAUCET_CONSOLE_AUTH_CONFIG.`)
  }
}

const secretsOf = ({ auth, sessionKey: key, vaultKey, vaultPreviousKeys, history }: Env): string[] =>
  [
    auth.token,
    auth.readToken,
    auth.writeToken,
    auth.adminToken,
    key,
    vaultKey,
    ...vaultPreviousKeys,
    passwordIn(history),
  ]
    .filter((secret) => secret !== null)
    .filter((secret) => secret !== '')

function passwordIn(history: string): string {
  const [, password = ''] = /^postgres(?:ql)?:\/\/[^:@/]*:([^/]*)@/.exec(history.trim()) ?? []
  try {
    return decodeURIComponent(password)
  } catch {
    return password
  }
}

function report(log: Log, event: Parameters<ConnectOptions['tell']>[0]): void {
  if (event.kind === 'back') {
    const { since, seconds } = event
    log.info('the store is back; what memory collected is dropped', { since, seconds })
  } else if (event.kind === 'away') {
    log.error('the store is away; memory answers what it can', { error: event.error?.message })
  } else {
    log.warn('the store cannot be reached yet; trying again', { error: event.error.message })
  }
}

const KEY = Symbol.for('faucet.console.runtime')
const world = globalThis as { [KEY]?: Promise<Runtime> }

/**
 * The runtime of this process: one, whatever is reloaded. The first call builds it, and that call is the start of the
 * console: `npm run up` and `npm start` make it by asking for `/readyz` as soon as the server listens. A start that no
 * waiting can mend ends here, with its sentence on stderr and exit code 1. (Next offers `instrumentation.ts` for this;
 * errors there are printed with their stack and the server goes on.)
 */
export function getRuntime(): Promise<Runtime> {
  world[KEY] ??= start().catch(endInOneSentence)
  return world[KEY]
}

async function start(): Promise<Runtime> {
  const runtime = await createRuntime(processEnv())
  if (runtime.env.demo) await startDemo(runtime)
  return runtime
}

function endInOneSentence(error: unknown): never {
  process.stderr.write(`${error instanceof StartFailure ? error.message : String((error as Error)?.stack ?? error)}\n`)
  process.exit(1)
}
