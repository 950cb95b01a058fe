import { LosslessNumber } from 'lossless-json'
import { isJsonObject, type Json } from '@/lib/contract/json'

/** Sums of the same numbers in another order differ in the last digits. */
const NEAR = 1e-9

/**
 * What a JSON answer lacks of another: every item and every member must be there with its value; more may be. Null: it
 * lacks nothing. Members that `left` names are not looked at, at any depth.
 */
export function lacking(ours: Json, theirs: Json, left: ReadonlySet<string>, at = ''): string | null {
  if (Array.isArray(theirs)) {
    if (!Array.isArray(ours)) return `${at}: not a list but ${show(ours)}`
    if (ours.length !== theirs.length) return `${at}: ${ours.length} items, engine ${theirs.length}`
    for (const [index, item] of theirs.entries()) {
      const why = lacking(ours[index] ?? null, item, left, `${at}[${index}]`)
      if (why !== null) return why
    }
    return null
  }
  if (isJsonObject(theirs)) {
    if (!isJsonObject(ours)) return `${at}: not an object but ${show(ours)}`
    for (const [name, member] of Object.entries(theirs)) {
      if (left.has(name)) continue
      const own = ours[name]
      const why = own === undefined ? `missing, engine ${show(member)}` : lacking(own, member, left, `${at}.${name}`)
      if (why !== null) return own === undefined ? `${at}.${name}: ${why}` : why
    }
    return null
  }
  return sameValue(ours, theirs) ? null : `${at}: ${show(ours)}, engine ${show(theirs)}`
}

function sameValue(a: Json, b: Json): boolean {
  if (!isNumber(a) || !isNumber(b)) return a === b
  const [x, y] = [String(a), String(b)]
  if (!/[.eE]/.test(x) && !/[.eE]/.test(y)) return x === y
  return Math.abs(Number(x) - Number(y)) <= NEAR * Math.max(1, Math.abs(Number(y)))
}

const isNumber = (value: Json): value is number | bigint | LosslessNumber =>
  typeof value === 'number' || typeof value === 'bigint' || value instanceof LosslessNumber

const show = (value: Json): string =>
  (JSON.stringify(value, (_, it) => (typeof it === 'bigint' ? String(it) : it)) ?? 'nothing').slice(0, 160)
