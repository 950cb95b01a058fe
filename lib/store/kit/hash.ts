import { createHash } from 'node:crypto'
import { isJsonObject, type Json, writeJson } from '@/lib/contract/json'

export const sha256Hex = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex')

/** First 16 hex digits of sha256: ids of datasets (of the URI) and of local outputs (of the path), schema hashes. */
export const hex16 = (text: string): string => sha256Hex(text).slice(0, 16)

/** Compact JSON with object keys sorted by UTF-8 bytes at every depth (records.md 0.3). Numbers keep their spelling. */
export function canonicalJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (!isJsonObject(value)) return writeJson(value)
  // Printed by hand: a JavaScript object would move integer-like names to the front whatever the order.
  const names = Object.keys(value).sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
  return `{${names.map((name) => `${writeJson(name)}:${canonicalJson(value[name] as Json)}`).join(',')}}`
}
