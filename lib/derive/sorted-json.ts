import { isJsonObject, type Json } from '@/lib/contract/json'

/** The same value with the members of every object by name, as engines up to 1.13.2 keep free JSON. */
export function sortedJson(value: Json): Json {
  if (Array.isArray(value)) return value.map(sortedJson)
  if (!isJsonObject(value)) return value
  const names = Object.keys(value).sort(byCodePoint)
  return Object.fromEntries(names.map((name) => [name, sortedJson(value[name] ?? null)]))
}

/** UTF-8 byte order, which is code point order: surrogate pairs come after every other unit. */
export function byCodePoint(a: string, b: string): number {
  const [left, right] = [[...a], [...b]]
  for (let at = 0; at < Math.min(left.length, right.length); at++) {
    const difference = (left[at]?.codePointAt(0) ?? 0) - (right[at]?.codePointAt(0) ?? 0)
    if (difference !== 0) return difference
  }
  return left.length - right.length
}
