import { describe, expect, it } from 'vitest'
import { BadHistoryUrl, parseHistoryUrl, whereIs } from '@/lib/store/prisma/url'

const read = (text: string) => parseHistoryUrl(text, '/start')

describe('an address of a history', () => {
  it.each(['', ' ', 'memory', 'sqlite::memory:', 'sqlite://:memory:', 'sqlite:x.db?mode=memory'])(
    '%j is memory',
    (text) => {
      expect(read(text)).toEqual({ kind: 'memory' })
    },
  )

  it.each([
    ['sqlite:/a/h.db', '/a/h.db'],
    ['sqlite:///a/h.db', '/a/h.db'],
    ['sqlite://h.db', '/start/h.db'],
    ['sqlite:./data/../h.db', '/start/h.db'],
    ['sqlite:/a%20b/%C3%A4?mode=rwc', '/a b/ä'],
    ['sqlite:/100%/h%zz.db', '/100%/h%zz.db'],
    ['sqlite:/a/%ff.db', '/a/%ff.db'],
  ])('%s is the file %s', (text, file) => {
    expect(read(text)).toEqual({ kind: 'sqlite', file, readonly: false })
  })

  it('says how a file may be opened', () => {
    expect(read('sqlite:/h.db?mode=ro')).toEqual({ kind: 'sqlite', file: '/h.db', readonly: true })
    expect(read('sqlite:/h.db?immutable=1')).toMatchObject({ readonly: true })
    expect(read('sqlite:/h.db?mode=rw')).toMatchObject({ readonly: false, mustExist: true })
  })

  it.each([
    ['postgres://u:p@127.0.0.1/db', 'postgres://u:p@127.0.0.1/db', false],
    ['postgresql://u@localhost:5433/db', 'postgresql://u@localhost:5433/db', false],
    ['postgres://u@db.example/db', 'postgres://u@db.example/db', true],
    ['postgres://u@%2Fvar%2Frun/db', 'postgres://u@%2Fvar%2Frun/db', false],
    ['postgres://u@/db?host=/var/run', 'postgres://u@/db?host=/var/run', false],
    ['postgres://u@db.example/db?sslmode=prefer', 'postgres://u@db.example/db', true],
    ['postgres://u@db.example/db?sslmode=allow&options=x', 'postgres://u@db.example/db?options=x', true],
    ['postgres://u@h/db?options=x&sslmode=prefer', 'postgres://u@h/db?options=x', true],
    ['postgres://u@h/db?sslmode=require', 'postgres://u@h/db?sslmode=require&uselibpqcompat=true', undefined],
    ['postgres://u@h/db?sslmode=verify-full', 'postgres://u@h/db?sslmode=verify-full', undefined],
    ['postgres://u@h/db?sslmode=disable', 'postgres://u@h/db?sslmode=disable', undefined],
  ])('%s asks for TLS as an engine would', (text, url, prefersTls) => {
    expect(read(text)).toEqual({ kind: 'postgres', url, ...(prefersTls !== undefined && { prefersTls }) })
  })

  it.each([
    'mysql://h/db',
    '/a/h.db',
    'h.db',
    'sqlite:',
    'sqlite://?mode=ro',
    'postgres://[h',
    'postgres:h',
    'sqlite:/a%00b.db',
    'sqlite:/a\u0000',
    'postgres://u@h/d%00',
    'postgres://u@h/d?sslmode=bogus',
  ])('%j is none', (text) => {
    expect(() => read(text)).toThrow(BadHistoryUrl)
  })

  it('is told to people without user, password or options', () => {
    expect(whereIs(read('postgres://u:p%40ss@db.example:5433/history?sslmode=require'))).toBe('db.example:5433/history')
    expect(whereIs(read('postgres://u:p@ss:w@rd@db.example/history'))).toBe('db.example/history')
    expect(whereIs(read('postgres:///history'))).toBe('its default host/history')
    expect(whereIs(read('postgres://db.example/history'))).toBe('db.example/history')
    expect(whereIs(read('sqlite:h.db'))).toBe('/start/h.db')
    expect(whereIs(read(''))).toBe('memory')
  })
})
