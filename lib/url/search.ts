/** Query strings as people read them: what the grammar allows in a query stays unescaped. */

export type Search = Readonly<Record<string, string | readonly string[] | undefined>>

/** Members in the given order; empty and absent ones are left out. */
export const searchText = (entries: readonly (readonly [string, string | null | undefined])[]): string =>
  entries.flatMap(([name, value]) => (value ? [`${name}=${encode(value)}`] : [])).join('&')

/** A path of ours with the query that somebody asked it with. */
export function withSearch(path: string, search: Search): string {
  const pairs = Object.keys(search).flatMap((name) =>
    many(search, name).map((value) => `${encode(name)}=${encode(value)}`),
  )
  return pairs.length === 0 ? path : `${path}?${pairs.join('&')}`
}

/** The first value of a member that may be repeated. */
export const one = (search: Search, name: string): string | undefined => {
  const value = search[name]
  return typeof value === 'string' ? value : value?.[0]
}

export const many = (search: Search, name: string): readonly string[] => {
  const value = search[name]
  return value === undefined ? [] : typeof value === 'string' ? [value] : value
}

/** `URLSearchParams` in the form that pages are given. */
export function searchOf(params: URLSearchParams): Search {
  // By entries: an address may well name a member `__proto__`.
  return Object.fromEntries([...new Set(params.keys())].map((name) => [name, params.getAll(name)]))
}

/** Half a surrogate pair cannot be encoded; what holds one names nothing that exists. */
export const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '\ufffd')

const encode = (text: string): string =>
  encodeURIComponent(wellFormed(text)).replace(/%(2C|3A|7E|2F|40)/g, (hit) => decodeURIComponent(hit))
