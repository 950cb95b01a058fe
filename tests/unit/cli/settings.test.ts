import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readAuth } from '@/lib/auth/auth-config'
import { absoluteHistory, serverSettings } from '@/lib/cli/settings.mjs'
import { parseHistoryUrl } from '@/lib/store/prisma/url'

describe('the history address', () => {
  it.each([
    ['sqlite:history.db', 'sqlite:/here/history.db'],
    ['sqlite:./runs/history.db', 'sqlite:/here/runs/history.db'],
    ['sqlite://history.db?mode=ro', 'sqlite:/here/history.db?mode=ro'],
    ['sqlite:../history.db', 'sqlite:/here/../history.db'],
    ['sqlite:/data/history.db', 'sqlite:/data/history.db'],
    ['sqlite:///data/history.db', 'sqlite:///data/history.db'],
    ['sqlite::memory:', 'sqlite::memory:'],
    ['postgres://me@host/db', 'postgres://me@host/db'],
    ['memory', 'memory'],
    ['', ''],
  ])('%s is passed on as %s', (written, passedOn) => {
    expect(absoluteHistory(written, '/here')).toBe(passedOn)
  })

  it('names the same file to the server wherever the folder of the command is', () => {
    const folder = '/srv/50% of it/a?b#c'
    expect(parseHistoryUrl(absoluteHistory('sqlite:x.db', folder), '/elsewhere')).toEqual({
      kind: 'sqlite',
      file: `${folder}/x.db`,
      readonly: false,
    })
  })
})

describe('the settings of a start', () => {
  let root = ''
  beforeEach(() => {
    root = mkdtempSync(path.join(tmpdir(), 'start-'))
  })
  afterEach(() => rmSync(root, { recursive: true, force: true }))
  const settingsOf = (env: Record<string, string>) => serverSettings({ env, folder: '/here', root })
  const modeOf = (name: string) => statSync(path.join(root, name)).mode & 0o777

  it('keep the history in a folder of our own that nobody else may enter', () => {
    expect(settingsOf({}).settings).toMatchObject({
      FAUCET_HISTORY: `sqlite:${root}/data/history.db`,
      HOSTNAME: '127.0.0.1',
      PORT: '3000',
    })
    expect(modeOf('data')).toBe(0o700)
  })

  it('keep a demo in a file of its own, unless told where', () => {
    const own = `sqlite:${root}/data/demo.db`
    expect(serverSettings({ env: {}, folder: '/here', root, demo: true }).history).toBe(own)
    expect(settingsOf({ FAUCET_CONSOLE_DEMO: '1' }).history).toBe(own)
    expect(settingsOf({ FAUCET_CONSOLE_DEMO: '1', FAUCET_HISTORY: 'sqlite:/x.db' }).history).toBe('sqlite:/x.db')
  })

  it('make an auth file with one admin at the first start and use it afterwards', () => {
    const first = settingsOf({})
    const file = path.join(root, 'data/auth.yaml')
    expect(first.settings).toHaveProperty('FAUCET_CONSOLE_AUTH_CONFIG', file)
    expect(first.newToken).toMatch(/^[\w-]{32,}$/)
    const read = readAuth({ file: { path: file, text: readFileSync(file, 'utf8') }, host: '127.0.0.1' })
    expect(read.credentials).toEqual([{ name: 'admin', role: 'admin', tenant: null, token: first.newToken }])
    expect(modeOf('data/auth.yaml')).toBe(0o600)
    const second = settingsOf({})
    expect(second.newToken).toBeUndefined()
    expect(second.settings).toEqual(first.settings)
    second.forgetToken()
    expect(settingsOf({}).newToken).toBeUndefined()
  })

  it('forget a token that nobody saw', () => {
    const first = settingsOf({})
    first.forgetToken()
    expect(settingsOf({}).newToken).not.toBe(first.newToken)
  })

  it.each([
    ['FAUCET_SERVE_AUTH_TOKEN', 'secret'],
    ['FAUCET_SERVE_READ_TOKEN', 'secret'],
    ['FAUCET_CONSOLE_NO_AUTH', '1'],
  ])('make no auth file when %s settles who may sign in', (name, value) => {
    const { settings, newToken } = settingsOf({ [name]: value })
    expect(newToken).toBeUndefined()
    expect(settings).not.toHaveProperty('FAUCET_CONSOLE_AUTH_CONFIG')
  })

  it('make an auth file when open access is switched off by name', () => {
    expect(settingsOf({ FAUCET_CONSOLE_NO_AUTH: '0' }).newToken).toBeDefined()
  })

  it('take files named with a relative path from the folder of the command', () => {
    expect(settingsOf({ FAUCET_CONSOLE_AUTH_CONFIG: 'auth.yaml' }).settings).toHaveProperty(
      'FAUCET_CONSOLE_AUTH_CONFIG',
      '/here/auth.yaml',
    )
  })

  it('keep the session key and the key of server actions from start to start', () => {
    const first = settingsOf({}).settings as Record<string, string>
    const key = readFileSync(first['FAUCET_CONSOLE_SESSION_KEY_FILE'] ?? '', 'utf8')
    expect(Buffer.from(key, 'base64url')).toHaveLength(32)
    expect(Buffer.from(first['NEXT_SERVER_ACTIONS_ENCRYPTION_KEY'] ?? '', 'base64')).toHaveLength(32)
    expect(modeOf('data/session.key')).toBe(0o600)
    expect(settingsOf({}).settings).toEqual(first)
  })

  it('leave a session key of the environment alone', () => {
    expect(settingsOf({ FAUCET_CONSOLE_SESSION_KEY: 'x' }).settings).not.toHaveProperty(
      'FAUCET_CONSOLE_SESSION_KEY_FILE',
    )
  })

  it.each(['0', '70000', 'http'])('refuse the port %s', (port) => {
    expect(() => settingsOf({ PORT: port })).toThrow(/^PORT must be a number/)
  })
})
