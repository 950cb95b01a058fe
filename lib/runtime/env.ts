import 'server-only'
import { z } from 'zod'
import { firstIssue } from '@/lib/contract/body'
import { CHANGE_KINDS, type ChangeKind } from '@/lib/contract/records/changes'
import { StartFailure } from './start-failure'

/** An empty variable counts as not set, as everywhere in shells and container files. */
const text = z
  .string()
  .optional()
  .transform((value) => (value === undefined || value === '' ? null : value))

const ON = ['1', 'true', 'yes', 'on']
const OFF = ['', '0', 'false', 'no', 'off']
const flag = z
  .string()
  .default('')
  .transform((value, ctx) => {
    const word = value.trim().toLowerCase()
    if (!ON.includes(word) && !OFF.includes(word)) ctx.addIssue(`must be 1 or 0; it is "${value}"`)
    return ON.includes(word)
  })

/** Words of `--require-approval`, comma between them, dashes allowed. */
const kinds = z
  .string()
  .default('')
  .transform((value, ctx) => {
    const words = value.split(',').filter((word) => word.trim() !== '')
    return words.flatMap((word) => {
      const kind = CHANGE_KINDS.find((one) => one === word.trim().replaceAll('-', '_'))
      if (kind === undefined) ctx.addIssue(`must be kinds of changes, such as "run"; it is "${value}"`)
      return kind ?? []
    })
  })

const whole = (standard: number, from: number, to: number) =>
  z
    .string()
    .optional()
    .transform((value, ctx) => {
      const trimmed = value?.trim() ?? ''
      if (trimmed === '') return standard
      const number = /^\d+$/.test(trimmed) ? Number(trimmed) : Number.NaN
      if (!(number >= from && number <= to)) ctx.addIssue(`must be a number from ${from} to ${to}; it is "${value}"`)
      return number
    })

const Variables = z.object({
  FAUCET_HISTORY: z.string().default(''),
  HOST: z.string().default(''),
  PORT: whole(3000, 1, 65_535),
  FAUCET_CONSOLE_AUTH_CONFIG: text,
  FAUCET_CONSOLE_NO_AUTH: flag,
  FAUCET_SERVE_AUTH_TOKEN: text,
  FAUCET_SERVE_READ_TOKEN: text,
  FAUCET_SERVE_WRITE_TOKEN: text,
  FAUCET_SERVE_ADMIN_TOKEN: text,
  FAUCET_CONSOLE_SESSION_KEY: text,
  FAUCET_CONSOLE_SESSION_KEY_FILE: text,
  FAUCET_CONSOLE_ENGINES: text,
  FAUCET_VAULT_KEY: text,
  FAUCET_VAULT_PREVIOUS_KEYS: text,
  FAUCET_CONNECT_PROVIDERS: text,
  FAUCET_CONSOLE_REQUIRE_APPROVAL: kinds,
  FAUCET_CONSOLE_DEMO: flag,
  FAUCET_SERVE_PREVIEW_LOCAL_OUTPUTS: flag,
  FAUCET_SERVE_PREVIEW_DEFAULT_ROWS: whole(500, 0, 4_294_967_295),
  FAUCET_SERVE_PREVIEW_MAX_ROWS: whole(5_000, 0, 4_294_967_295),
  FAUCET_LOCAL_SINK_OUTPUT_RETENTION_DAYS: whole(7, 0, 36_500),
})

/** What the console was started with. Paths and addresses are as given; nothing has been opened yet. */
export interface Env {
  /** Where relative paths start. `npm run up` and `npm start` hand over absolute ones. */
  readonly folder: string
  /** Any variable, for texts that may name one, such as a token `${env:NAME}` in an auth file. */
  lookUp(name: string): string | undefined
  /** The engine's `--history` forms; empty: memory. */
  readonly history: string
  readonly host: string
  readonly port: number
  /** Who may sign in, in the four modes of the engine (http-api.md §3.1). Which of them holds is decided in `lib/auth`. */
  readonly auth: {
    readonly configFile: string | null
    readonly open: boolean
    readonly token: string | null
    readonly readToken: string | null
    readonly writeToken: string | null
    readonly adminToken: string | null
  }
  readonly sessionKey: string | null
  readonly sessionKeyFile: string | null
  /** One base URL, or instance id → URL; read by `lib/engine`. */
  readonly engines: string | null
  /** Exactly as given: a blank at its end belongs to the key. */
  readonly vaultKey: string | null
  readonly vaultPreviousKeys: readonly string[]
  readonly connectProvidersFile: string | null
  /** What needs an approved change request, as the engines of the store are told with `--require-approval`. */
  readonly requireApproval: readonly ChangeKind[]
  readonly demo: boolean
  /** The engine's flags that `GET /v1/local-outputs` repeats. */
  readonly localOutputs: {
    readonly previewEnabled: boolean
    readonly previewDefaultRows: number
    readonly previewMaxRows: number
    readonly retentionDays: number
  }
}

/** Reads the environment; a value that cannot be meant is a `StartFailure` naming its variable. */
export function readEnv(variables: Readonly<Record<string, string | undefined>>, folder: string): Env {
  const read = Variables.safeParse(variables)
  if (!read.success) {
    const [name, ...complaint] = firstIssue(read.error).split(': ')
    throw new StartFailure(`${name} ${complaint.join(': ')}.`)
  }
  const it = read.data
  return {
    folder,
    lookUp: (name) => variables[name],
    history: it.FAUCET_HISTORY,
    host: it.HOST.trim() || '127.0.0.1',
    port: it.PORT,
    auth: {
      configFile: it.FAUCET_CONSOLE_AUTH_CONFIG,
      open: it.FAUCET_CONSOLE_NO_AUTH,
      token: it.FAUCET_SERVE_AUTH_TOKEN,
      readToken: it.FAUCET_SERVE_READ_TOKEN,
      writeToken: it.FAUCET_SERVE_WRITE_TOKEN,
      adminToken: it.FAUCET_SERVE_ADMIN_TOKEN,
    },
    sessionKey: it.FAUCET_CONSOLE_SESSION_KEY,
    sessionKeyFile: it.FAUCET_CONSOLE_SESSION_KEY_FILE,
    engines: it.FAUCET_CONSOLE_ENGINES,
    vaultKey: it.FAUCET_VAULT_KEY,
    vaultPreviousKeys: (it.FAUCET_VAULT_PREVIOUS_KEYS ?? '').split(',').filter((key) => key !== ''),
    connectProvidersFile: it.FAUCET_CONNECT_PROVIDERS,
    requireApproval: it.FAUCET_CONSOLE_REQUIRE_APPROVAL,
    demo: it.FAUCET_CONSOLE_DEMO,
    localOutputs: {
      previewEnabled: it.FAUCET_SERVE_PREVIEW_LOCAL_OUTPUTS,
      previewDefaultRows: it.FAUCET_SERVE_PREVIEW_DEFAULT_ROWS,
      previewMaxRows: it.FAUCET_SERVE_PREVIEW_MAX_ROWS,
      retentionDays: it.FAUCET_LOCAL_SINK_OUTPUT_RETENTION_DAYS,
    },
  }
}

/** The environment of this process. Nothing else in the console looks at `process.env`. */
export const processEnv = (): Env => readEnv(process.env, process.cwd())
