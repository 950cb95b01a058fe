import 'server-only'
import type { Clock } from '@/lib/contract/clock'
import { writeJson } from '@/lib/contract/json'

export type LogLevel = 'info' | 'warn' | 'error'
export type LogFields = Readonly<Record<string, unknown>>

/** One JSON object per line. A secret that the console knows never appears in it, wherever it came from. */
export interface Log {
  info(message: string, fields?: LogFields): void
  warn(message: string, fields?: LogFields): void
  error(message: string, fields?: LogFields): void
  /** From now on this text is blotted out of every line. */
  hide(secret: string): void
}

/** Shorter ones would blot out half of every line, and guard nothing. */
const SHORTEST_SECRET = 4
const SECRET_NAME = /token|password|secret|authorization|cookie|vault_?key|session_?key|sealed/i
const DEPTH = 6

export function createLog(clock: Clock, write: (line: string) => void = toStderr): Log {
  const secrets = new Set<string>()
  const say =
    (level: LogLevel) =>
    (message: string, fields: LogFields = {}) => {
      write(scrub(writeJson({ at: clock.now(), level, message, ...(plain(fields, DEPTH) as object) }), secrets))
    }
  return {
    info: say('info'),
    warn: say('warn'),
    error: say('error'),
    hide(secret) {
      if (secret.length < SHORTEST_SECRET) return
      // A line holds the JSON spelling, an address the percent-encoded one.
      for (const spelling of [secret, writeJson(secret).slice(1, -1), encodeURIComponent(secret)]) secrets.add(spelling)
    },
  }
}

const toStderr = (line: string) => void process.stderr.write(`${line}\n`)

function scrub(line: string, secrets: ReadonlySet<string>): string {
  let clean = line
    .replace(/\b([a-z][a-z0-9+.-]{0,30}:\/\/[^\s/:@"]*:)[^\s/"]+@/gi, '$1***@')
    .replace(/\b(Bearer|Basic) +[A-Za-z0-9._~+/=-]+/g, '$1 ***')
  for (const secret of secrets) clean = clean.replaceAll(secret, '***')
  return clean
}

/** What JSON can hold of any value; members named like secrets are not printed at all. */
function plain(value: unknown, depth: number): unknown {
  if (value instanceof Error) return plainError(value, depth)
  if (typeof value === 'function' || typeof value === 'symbol') return String(value)
  if (
    typeof value !== 'object' ||
    value === null ||
    Object.getPrototypeOf(value)?.constructor?.name === 'LosslessNumber'
  )
    return value
  if (depth === 0) return '…'
  if (Array.isArray(value)) return value.map((item) => plain(item, depth - 1))
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, item]) => item !== undefined)
      .map(([name, item]) => [name, SECRET_NAME.test(name) ? '***' : plain(item, depth - 1)]),
  )
}

function plainError(error: Error, depth: number): unknown {
  const { kind, code } = error as { kind?: unknown; code?: unknown }
  return {
    name: error.name,
    message: error.message,
    ...(typeof kind === 'string' && { kind }),
    ...(typeof code === 'string' && { code }),
    ...(error.stack !== undefined && { stack: error.stack }),
    ...(error.cause !== undefined && depth > 0 && { cause: plain(error.cause, depth - 1) }),
  }
}
