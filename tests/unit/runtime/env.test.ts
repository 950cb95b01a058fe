import { describe, expect, it } from 'vitest'
import { readEnv } from '@/lib/runtime/env'
import { sessionKey } from '@/lib/runtime/session-key'
import { StartFailure } from '@/lib/runtime/start-failure'

describe('the environment', () => {
  it('has a meaning for every variable that is not set or empty', () => {
    const unset = readEnv({}, '/here')
    const empty = readEnv(
      { FAUCET_HISTORY: '', HOST: '', PORT: '', FAUCET_CONSOLE_NO_AUTH: '', FAUCET_VAULT_KEY: '' },
      '/here',
    )
    for (const env of [unset, empty]) {
      expect(env).toMatchObject({
        folder: '/here',
        history: '',
        host: '127.0.0.1',
        port: 3000,
        auth: { configFile: null, open: false, token: null, readToken: null, writeToken: null, adminToken: null },
        sessionKey: null,
        vaultKey: null,
        vaultPreviousKeys: [],
        demo: false,
        localOutputs: { previewEnabled: false, previewDefaultRows: 500, previewMaxRows: 5_000, retentionDays: 7 },
      })
    }
  })

  it('reads what is set, keys to the last blank', () => {
    const env = readEnv(
      {
        FAUCET_HISTORY: 'sqlite:x.db',
        PORT: ' 8080 ',
        FAUCET_CONSOLE_NO_AUTH: 'TRUE',
        FAUCET_SERVE_READ_TOKEN: 'r',
        FAUCET_VAULT_KEY: 'key ',
        FAUCET_VAULT_PREVIOUS_KEYS: 'one,two',
        FAUCET_SERVE_PREVIEW_LOCAL_OUTPUTS: '1',
        FAUCET_SERVE_PREVIEW_MAX_ROWS: '0',
        NAMED: 'value',
      },
      '/here',
    )
    expect(env).toMatchObject({
      history: 'sqlite:x.db',
      port: 8080,
      auth: { open: true, readToken: 'r' },
      vaultKey: 'key ',
      vaultPreviousKeys: ['one', 'two'],
      localOutputs: { previewEnabled: true, previewMaxRows: 0 },
    })
    expect(env.lookUp('NAMED')).toBe('value')
  })

  it.each([
    [{ PORT: '0' }, 'PORT must be a number from 1 to 65535; it is "0".'],
    [{ PORT: '1e3' }, 'PORT must be a number from 1 to 65535; it is "1e3".'],
    [{ FAUCET_CONSOLE_NO_AUTH: 'perhaps' }, 'FAUCET_CONSOLE_NO_AUTH must be 1 or 0; it is "perhaps".'],
    [
      { FAUCET_LOCAL_SINK_OUTPUT_RETENTION_DAYS: '-1' },
      'FAUCET_LOCAL_SINK_OUTPUT_RETENTION_DAYS must be a number from 0 to 36500; it is "-1".',
    ],
  ])('refuses %j by name', (variables, says) => {
    expect(() => readEnv(variables, '/')).toThrow(new StartFailure(says))
  })
})

describe('the session key', () => {
  const of = (more: Record<string, string>) => sessionKey(readEnv(more, '/'))
  it('is 32 bytes of the text that was given, and another one for another text', () => {
    const text = 'a session key of enough characters'
    expect(of({ FAUCET_CONSOLE_SESSION_KEY: text })).toHaveLength(32)
    expect(of({ FAUCET_CONSOLE_SESSION_KEY: text })).toEqual(of({ FAUCET_CONSOLE_SESSION_KEY: text }))
    expect(of({ FAUCET_CONSOLE_SESSION_KEY: text })).not.toEqual(of({ FAUCET_CONSOLE_SESSION_KEY: `${text}!` }))
  })
  it('is drawn anew when none was given', () => {
    expect(of({})).not.toEqual(of({}))
  })
  it('must not be short, and its file must be there', () => {
    expect(() => of({ FAUCET_CONSOLE_SESSION_KEY: 'short' })).toThrow(StartFailure)
    expect(() => of({ FAUCET_CONSOLE_SESSION_KEY_FILE: '/no/such/file' })).toThrow(/ENOENT/)
  })
})
