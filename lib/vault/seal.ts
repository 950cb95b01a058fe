import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { hasLoneSurrogate, type Json, parseJson, writeJson } from '@/lib/contract/json'
import type { Opened, SealFormat } from '@/lib/contract/ports/vault'

// magic 4 · format 1 · nonce 12 · ciphertext · tag 16, all of it in standard base64 (governance.md §1.2)
const MAGIC = Buffer.from('FCT1', 'latin1')
const NONCE_AT = 5
const TEXT_AT = 17
const TAG_BYTES = 16
const BOUND = Buffer.from('faucet:FCT1:v2\0', 'latin1')
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/** A passphrase as it was given: neither decoded nor trimmed. */
export const keyOf = (passphrase: string): Buffer => createHash('sha256').update(passphrase, 'utf8').digest()

export interface Seal {
  key: Buffer
  context: string
  format: SealFormat
  /** Random unless a test needs to know it. Never the same one twice. */
  nonce?: Buffer
}

export function seal(value: Json, { key, context, format, nonce = randomBytes(12) }: Seal): string {
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  if (format === 2) cipher.setAAD(boundTo(context))
  const text = Buffer.concat([cipher.update(writeJson(value), 'utf8'), cipher.final()])
  return Buffer.concat([MAGIC, Buffer.from([format]), nonce, text, cipher.getAuthTag()]).toString('base64')
}

/** The order of these checks is the engine's: each tells how far a damaged value is from a sealed one. */
export function open(sealed: string, keys: readonly Buffer[], context: string): Opened {
  if (!BASE64.test(sealed)) return no('it is not base64')
  const bytes = Buffer.from(sealed, 'base64')
  if (!bytes.subarray(0, MAGIC.length).equals(MAGIC)) return no('it is not a sealed value')
  if (bytes.length < TEXT_AT) return no('it is cut off')
  const format = bytes.readUInt8(MAGIC.length)
  if (format !== 1 && format !== 2) return no(`its format 0x${format.toString(16).padStart(2, '0')} is not known`)
  for (const key of keys) {
    const plain = decrypt(bytes, key, format === 2 ? context : null)
    if (plain !== null) return readPlain(plain)
  }
  return no('no key opens it, or it belongs to another row')
}

function decrypt(bytes: Buffer, key: Buffer, context: string | null): string | null {
  if (bytes.length < TEXT_AT + TAG_BYTES) return null
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(NONCE_AT, TEXT_AT))
  if (context !== null) decipher.setAAD(boundTo(context))
  decipher.setAuthTag(bytes.subarray(bytes.length - TAG_BYTES))
  try {
    const text = decipher.update(bytes.subarray(TEXT_AT, bytes.length - TAG_BYTES))
    return Buffer.concat([text, decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}

function readPlain(text: string): Opened {
  try {
    if (!hasLoneSurrogate(text)) return { ok: true, value: parseJson(text) }
  } catch {}
  return no('what it holds is not JSON')
}

const boundTo = (context: string): Buffer => Buffer.concat([BOUND, Buffer.from(context, 'utf8')])
const no = (reason: string): Opened => ({ ok: false, reason })
