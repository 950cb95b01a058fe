/** A configured engine: its base address and, in a map, the instance that answers there. */
export interface EngineAddress {
  /** Null: whoever answers at the one address. */
  instance: string | null
  base: URL
}

/** Says in one sentence what to change; the server does not start. */
export class BadEngines extends Error {
  override readonly name = 'BadEngines'
}

/**
 * Reads `FAUCET_CONSOLE_ENGINES`: one base URL, or instance ids and their URLs, as a JSON object or as `id=URL,id=URL`.
 * Null or blank: no engine.
 */
export function readEngines(text: string | null): EngineAddress[] {
  const given = text?.trim() ?? ''
  if (given === '') return []
  if (given.startsWith('{')) return fromObject(given)
  if (/^https?:\/\//i.test(given)) return [{ instance: null, base: baseOf(given) }]
  const pairs = given.split(',').map((pair): [string, string] => {
    const at = pair.indexOf('=')
    if (at < 1)
      throw new BadEngines(`"${pair.trim()}" is neither a URL nor an instance id with its URL, as id=http://…`)
    return [pair.slice(0, at), pair.slice(at + 1)]
  })
  return fromPairs(pairs)
}

function fromObject(text: string): EngineAddress[] {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new BadEngines('it begins like a JSON object and is none')
  }
  return fromPairs(
    Object.entries(value as object).map(([instance, url]) => {
      if (typeof url !== 'string') throw new BadEngines(`the address of "${instance}" is not a text`)
      return [instance, url]
    }),
  )
}

function fromPairs(pairs: readonly (readonly [string, string])[]): EngineAddress[] {
  const addresses = pairs.map(([instance, url]) => ({ instance: instance.trim(), base: baseOf(url.trim()) }))
  const named = new Set(addresses.map(({ instance }) => instance))
  if (named.size < addresses.length) throw new BadEngines('an instance id stands there twice')
  return addresses
}

function baseOf(text: string): URL {
  if (!URL.canParse(text)) throw new BadEngines(`"${text}" is not a URL`)
  const base = new URL(text)
  if (base.protocol !== 'http:' && base.protocol !== 'https:')
    throw new BadEngines(`"${text}" is neither http nor https`)
  if (base.username !== '' || base.password !== '') {
    throw new BadEngines('an address must not hold a user name or a password: callers bring their own token')
  }
  if (base.search !== '' || base.hash !== '') throw new BadEngines(`"${text}" must end with its path`)
  return base
}

/** What an engine tells everybody about itself. */
const OPEN: ReadonlySet<string> = new Set(['/readyz', '/metrics'])

/**
 * Where a call goes: the configured address and what was asked below it, nowhere else. Null when the target would lead
 * out of there, whatever it is spelled like.
 */
export function urlAt({ base }: EngineAddress, target: string): URL | null {
  if (OPEN.has(target)) return new URL(`${base.origin}${base.pathname.replace(/\/+$/, '')}${target}`)
  if (!target.startsWith('/v1/')) return null
  const prefix = base.pathname.replace(/\/+$/, '')
  const url = new URL(`${base.origin}${prefix}${target}`)
  return url.origin === base.origin && url.pathname.startsWith(`${prefix}/v1/`) ? url : null
}
