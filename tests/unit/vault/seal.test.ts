import { createCipheriv } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Json } from '@/lib/contract/json'
import { type SealFormat, sealFormatOf } from '@/lib/contract/ports/vault'
import { keyOf, open, seal } from '@/lib/vault/seal'
import { createVault } from '@/lib/vault/vault'

const KEY = '0123456789abcdef0123456789abcdef'
const OTHER = 'ffffffffffffffffffffffffffffffff'
const STATE = 'fedcba9876543210'.repeat(4)

interface Vector {
  what: string
  value: Json
  context: string
  nonce: string
  sealed: Partial<Record<SealFormat, string>>
}
/** Published with the format (governance.md §1.5). */
const VECTORS: readonly Vector[] = [
  {
    what: 'a connection',
    value: { config: { token: 'acme-secret-token' }, type: 'static' },
    context: 'connection:acme/api',
    nonce: '000102030405060708090a0b',
    sealed: {
      1: 'RkNUMQEAAQIDBAUGBwgJCgs6zDgu0kPOk3TLZUKb8YNgXHTJNp0Jxc+9SIbXfP4mKIaJg1A2p1wMi6pFO4YGpgpnxzRP6ceewAdS23Hxa2xV4DCr3VyBOk4=',
      2: 'RkNUMQIAAQIDBAUGBwgJCgs6zDgu0kPOk3TLZUKb8YNgXHTJNp0Jxc+9SIbXfP4mKIaJg1A2p1wMi6pFO4YGpgpnxzRP6ceewH9l1SD9205BurQt8JBngdk=',
    },
  },
  {
    what: 'the secret of a sign-in',
    value: '0123456789abcdef'.repeat(4),
    context: `connect-session:${STATE}`,
    nonce: '101112131415161718191a1b',
    sealed: {
      1: 'RkNUMQEQERITFBUWFxgZGhuYvHtiQHoEQoAV6S69/BlSCpCAgMHCAV3wYgZarpzExsExqUU3NBkh3z2CodnlD1hAn0cy6p9wqNWH3qJNCgfWghlNMvFAVHrCeDYuvsTah2jb',
      2: 'RkNUMQIQERITFBUWFxgZGhuYvHtiQHoEQoAV6S69/BlSCpCAgMHCAV3wYgZarpzExsExqUU3NBkh3z2CodnlD1hAn0cy6p9wqNWH3qJNCgfWghl3V50Trzly0AYBUqF8XCV4',
    },
  },
  {
    what: 'notifications',
    value: [
      {
        channel: { config: { url: 'https://hooks.example/x' }, type: 'webhook' },
        name: 'ops',
        on: ['connection_needs_reauth'],
      },
    ],
    context: 'notifications:acme',
    nonce: '202122232425262728292a2b',
    sealed: {
      2: 'RkNUMQIgISIjJCUmJygpKiuINq/5djuwPji53mmMf0fPyZiDLT3sazKcoXjkONZFU9pUCQfdCcF+zGDtwrbaPvPCrdLAqZ/YoBwP0HsxBzRkxDutS53P3w7oWTFaYhqEBpA5dxG/MO/Q2SkztHhOe7bjfkwFtGjdwWIxG/f9VvNiCkEpgpklw4gdQifINuL7qGQNcaOenS7+Bw==',
    },
  },
  {
    what: 'where state is kept',
    value: { config: { path: '/var/x' }, type: 'file' },
    context: 'state:acme',
    nonce: '303132333435363738393a3b',
    sealed: {
      2: 'RkNUMQIwMTIzNDU2Nzg5OjvN6RhsNjNcr8O6yxW4NPzQSYt4EVnnN/EHNwvrL3+b5rVWv5rq7Vvxrs4Vy6/VaWZRLI+RtGD/j0J+',
    },
  },
]
const [CONNECTION] = VECTORS as [Vector]
const sealedAs = (format: SealFormat): string => CONNECTION.sealed[format] ?? ''

describe('sealing', () => {
  for (const { what, value, context, nonce, sealed } of VECTORS) {
    for (const format of [1, 2] as const) {
      const text = sealed[format]
      if (text === undefined) continue
      it(`writes and opens ${what} in format ${format} to the byte`, () => {
        const key = keyOf(KEY)
        expect(seal(value, { key, context, format, nonce: Buffer.from(nonce, 'hex') })).toBe(text)
        expect(open(text, [key], context)).toEqual({ ok: true, value })
        expect(sealFormatOf(text)).toBe(format)
      })
    }
  }

  it('hashes the passphrase as it was given', () => {
    expect(keyOf(KEY).toString('hex')).toBe('3eb1bd439947eb762998e566ccc2e099c791118b2f40579cc4f7da2b5061b7f9')
    expect(keyOf(`${KEY}\n`).equals(keyOf(KEY))).toBe(false)
  })

  it('never uses a nonce twice', () => {
    const vault = createVault(KEY, [])
    const texts = new Set(Array.from({ length: 50 }, () => vault.seal('x', 'state:acme', 2)))
    expect(texts.size).toBe(50)
  })

  it('keeps numbers beyond doubles and every character', () => {
    const vault = createVault(KEY, [])
    const value = { big: 9007199254740993n, text: 'ü \u2028 " \\ 😀' }
    expect(vault.open(vault.seal(value, 'c', 2), 'c')).toEqual({ ok: true, value })
  })
})

describe('opening', () => {
  it('tries the current key and then the earlier ones', () => {
    const rotated = createVault(OTHER, [KEY])
    expect(rotated.open(sealedAs(2), CONNECTION.context)).toEqual({ ok: true, value: CONNECTION.value })
    expect(createVault(OTHER, []).open(sealedAs(2), CONNECTION.context).ok).toBe(false)
    const resealed = rotated.seal(CONNECTION.value, CONNECTION.context, 2)
    expect(createVault(KEY, []).open(resealed, CONNECTION.context).ok).toBe(false)
  })

  it('refuses what belongs to another row, if it was bound', () => {
    const vault = createVault(KEY, [])
    expect(vault.open(sealedAs(2), 'connection:globex/api')).toEqual({
      ok: false,
      reason: 'no key opens it, or it belongs to another row',
    })
    expect(vault.open(sealedAs(1), 'connection:globex/api').ok).toBe(true)
  })

  it('says what is wrong with a damaged value, step by step', () => {
    const whole = Buffer.from(sealedAs(2), 'base64')
    const changed = (change: (bytes: Buffer) => Buffer) => change(Buffer.from(whole)).toString('base64')
    const reason = (sealed: string) => {
      const opened = createVault(KEY, []).open(sealed, CONNECTION.context)
      return opened.ok ? 'opened' : opened.reason
    }
    expect(reason('%%%')).toBe('it is not base64')
    expect(reason(`${sealedAs(2)}\n`)).toBe('it is not base64')
    expect(reason(sealedAs(2).replaceAll('+', '-'))).toBe('it is not base64')
    expect(reason(changed((bytes) => bytes.fill('X', 0, 4)))).toBe('it is not a sealed value')
    expect(reason(changed((bytes) => bytes.subarray(0, 6)))).toBe('it is cut off')
    const other = changed((bytes) => {
      bytes[4] = 0x7f
      return bytes
    })
    expect(reason(other)).toBe('its format 0x7f is not known')
    expect(sealFormatOf(other)).toBeNull()
    expect(reason(changed((bytes) => bytes.subarray(0, bytes.length - 4)))).toBe(
      'no key opens it, or it belongs to another row',
    )
    expect(reason(changed((bytes) => bytes.subarray(0, 20)))).toBe('no key opens it, or it belongs to another row')
  })

  it('refuses a value that holds no JSON', () => {
    const key = keyOf(KEY)
    const nonce = Buffer.alloc(12)
    const cipher = createCipheriv('aes-256-gcm', key, nonce)
    const text = Buffer.concat([cipher.update('not json', 'utf8'), cipher.final()])
    const sealed = Buffer.concat([Buffer.from('FCT1\u0001', 'latin1'), nonce, text, cipher.getAuthTag()])
    expect(open(sealed.toString('base64'), [key], 'c')).toEqual({ ok: false, reason: 'what it holds is not JSON' })
  })

  it('needs a key', () => {
    const vault = createVault(null, [KEY])
    expect(vault.hasKey).toBe(false)
    expect(() => vault.seal('x', 'c', 1)).toThrow('without a key')
    expect(() => vault.open(sealedAs(1), 'c')).toThrow('without a key')
  })
})
