import path from 'node:path'

/** Where the history is kept, in the engine's own spelling of `--history`. */
export type HistoryUrl =
  | { kind: 'memory' }
  | { kind: 'sqlite'; file: string; readonly: boolean; mustExist?: boolean }
  /** `prefersTls`: TLS without checks where the server offers it, as engines do unless told otherwise. */
  | { kind: 'postgres'; url: string; prefersTls?: boolean }

/** Where a database is. */
export type DatabaseUrl = Exclude<HistoryUrl, { kind: 'memory' }>

export class BadHistoryUrl extends Error {
  override readonly name = 'BadHistoryUrl'
}

/**
 * Reads `sqlite:path`, `sqlite://path` (with the driver's query options), `postgres://…`, `postgresql://…`; empty or
 * `memory` keeps nothing. A relative path is taken from `folder`. Throws `BadHistoryUrl` with what to write instead.
 */
export function parseHistoryUrl(text: string, folder: string): HistoryUrl {
  const url = text.trim()
  if (url.includes('\u0000') || url.includes('%00'))
    throw new BadHistoryUrl('the history address holds the character U+0000')
  if (url === '' || url === 'memory') return { kind: 'memory' }
  if (/^postgres(ql)?:\/\//.test(url)) return postgresUrl(url)
  if (url.startsWith('sqlite:')) return sqliteUrl(url, folder)
  throw new BadHistoryUrl(
    'the history address must start with sqlite: or postgres:// (or be empty to keep everything in memory)',
  )
}

function sqliteUrl(url: string, folder: string): HistoryUrl {
  const [, rest = '', query = ''] = /^sqlite:(?:\/\/)?([^?]*)(?:\?(.*))?$/s.exec(url) ?? []
  const options = new URLSearchParams(query)
  const mode = options.get('mode')
  if (rest === ':memory:' || mode === 'memory') return { kind: 'memory' }
  if (rest === '') throw new BadHistoryUrl('this SQLite address names no file: write sqlite:/absolute/path/history.db')
  const readonly = mode === 'ro' || ['true', '1'].includes(options.get('immutable') ?? '')
  return {
    kind: 'sqlite',
    file: path.resolve(folder, percentDecoded(rest)),
    readonly,
    ...(mode === 'rw' && { mustExist: true }),
  }
}

/** A per cent sign that escapes nothing stands for itself, as engines read it. */
const percentDecoded = (text: string) => text.replace(/(%[0-9a-f]{2})+/gi, (escapes) => decoded(escapes) ?? escapes)

function decoded(escapes: string): string | undefined {
  try {
    return decodeURIComponent(escapes)
  } catch {
    return undefined
  }
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\]|)$/

/**
 * The engine's driver tries TLS unless the address says otherwise and does not check certificates below `verify-ca`;
 * ours knows neither by itself. The same address must reach the same database.
 */
function postgresUrl(text: string): HistoryUrl {
  // A multi-host or socket address is not a URL for everybody; the dummy keeps the rest readable.
  const readable = URL.canParse(text) ? text : text.replace('@/', '@socket/')
  if (!URL.canParse(readable))
    throw new BadHistoryUrl('this Postgres address cannot be read: write postgres://user:password@host:5432/database')
  const { hostname, searchParams } = new URL(readable)
  const mode = searchParams.get('sslmode') ?? searchParams.get('ssl-mode')
  if (mode === null) return { kind: 'postgres', url: text, prefersTls: !LOOPBACK.test(hostname) && !isSocket(readable) }
  if (mode === 'prefer' || mode === 'allow') return { kind: 'postgres', url: without(text, mode), prefersTls: true }
  if (mode === 'require' || mode === 'verify-ca') return { kind: 'postgres', url: `${text}&uselibpqcompat=true` }
  if (!MODES.includes(mode))
    throw new BadHistoryUrl(`sslmode is one of ${MODES.slice(0, -1).join(', ')}; it is "${mode}"`)
  return { kind: 'postgres', url: text }
}
/** The last one is a word of our driver alone. */
const MODES = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify']

const isSocket = (url: string) => /@socket\/|@%2f|[?&]host=(%2f|\/)/i.test(url)
const without = (url: string, mode: string) => url.replace(new RegExp(`ssl-?mode=${mode}&?`), '').replace(/[?&]$/, '')

/** Where it is, for people: a file, or host and database. Never a user or a password. */
export function whereIs(url: HistoryUrl): string {
  if (url.kind === 'memory') return 'memory'
  if (url.kind === 'sqlite') return url.file
  const [, rest = ''] = /^postgres(?:ql)?:\/\/(?:[^/]*@)?([^?]*)/.exec(url.url) ?? []
  return rest.startsWith('/') || rest === '' ? `its default host${rest}` : rest
}
