import path from 'node:path'

/** Where the history is kept, in the engine's own spelling of `--history`. */
export type HistoryUrl =
  | { kind: 'memory' }
  | { kind: 'sqlite'; file: string; readonly: boolean }
  | { kind: 'postgres'; url: string }

export class BadHistoryUrl extends Error {
  override readonly name = 'BadHistoryUrl'
}

/**
 * Reads `sqlite:path`, `sqlite://path` (with the driver's query options), `postgres://…`, `postgresql://…`; empty or
 * `memory` keeps nothing. A relative path is taken from `folder`. Throws `BadHistoryUrl` with what to write instead.
 */
export function parseHistoryUrl(text: string, folder: string): HistoryUrl {
  const url = text.trim()
  if (url === '' || url === 'memory' || url === 'sqlite::memory:') return { kind: 'memory' }
  if (/^postgres(ql)?:\/\//.test(url)) {
    if (!URL.canParse(url))
      throw new BadHistoryUrl('this Postgres address cannot be read: write postgres://user:password@host:5432/database')
    return { kind: 'postgres', url }
  }
  if (url.startsWith('sqlite:')) {
    const [, rest = '', query = ''] = /^sqlite:(?:\/\/)?([^?]*)(?:\?(.*))?$/.exec(url) ?? []
    if (rest === '')
      throw new BadHistoryUrl('this SQLite address names no file: write sqlite:/absolute/path/history.db')
    const options = new URLSearchParams(query)
    return {
      kind: 'sqlite',
      file: path.resolve(folder, decodeURIComponent(rest)),
      readonly: options.get('mode') === 'ro' || options.get('immutable') === 'true' || options.get('immutable') === '1',
    }
  }
  throw new BadHistoryUrl(
    'the history address must start with sqlite: or postgres:// (or be empty to keep everything in memory)',
  )
}
