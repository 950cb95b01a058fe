import { describe, expect, it } from 'vitest'
import { hideConfigSecrets as hide, isSecretName } from '@/lib/derive/config-secrets'

const hideConfigSecrets = (text: string) => hide(text, '***')

describe('what is named like a secret', () => {
  it.each([
    'password',
    'db_password',
    'clientSecret',
    'token',
    'api_key',
    'apiKey',
    'access-key',
    'private_key',
    'credentials',
  ])('is one: %s', (name) => expect(isSecretName(name)).toBe(true))

  it.each([
    'token_url',
    'secret_arn',
    'password_field',
    'token_path',
    'credentials_file',
    'api_key_header',
    'user',
    'key',
    'tokens_per_page_name',
  ])('is none: %s', (name) => expect(isSecretName(name)).toBe(false))
})

describe('a config as an admin sees it', () => {
  it('loses the values of secrets and nothing else', () => {
    const text = [
      '# what the password is: see below',
      'source:',
      '  type: postgres',
      '  config:',
      '    url: postgres://app:hunter2@db/orders?sslmode=off',
      "    password: 'it''s me' # old",
      '    token: abc, d#ef',
      '      and on',
      '    token_url: https://idp/token',
      '  auth: { user: app, api_key: k-123, retries: 3 }',
      '  keys: [a, b]',
      '  secret:',
      '    - one',
      '    - two',
      '  private_key: |',
      '    -----BEGIN',
      '',
      '    line',
      '  after: seen',
    ].join('\n')
    expect(hideConfigSecrets(text)).toBe(
      [
        '# what the password is: see below',
        'source:',
        '  type: postgres',
        '  config:',
        '    url: postgres://app:***@db/orders?sslmode=off',
        "    password: '***' # old",
        '    token: ***',
        '      ***',
        '    token_url: https://idp/token',
        '  auth: { user: app, api_key: ***, retries: 3 }',
        '  keys: [a, b]',
        '  secret:',
        '    ***',
        '    ***',
        '  private_key: |',
        '    ***',
        '',
        '    ***',
        '  after: seen',
      ].join('\n'),
    )
  })

  it('shows references, which are resolved elsewhere, and what holds nothing', () => {
    const text =
      'password: ${env:DB_PASSWORD}\ntoken: "${sealed:0}"\nsecret: ""\nuse_token: true # yes\nurl: pg://u:${env:P}@h/db'
    expect(hideConfigSecrets(text)).toBe(text)
  })

  it('covers JSON, in one line or many, and text that is neither', () => {
    expect(hideConfigSecrets('{"user":"a","password":"p\\"q","n":1,"api_key":["x","y"]}')).toBe(
      '{"user":"a","password":"***","n":1,"api_key":"***"}',
    )
    expect(hideConfigSecrets('{\n  "token": "t",\n  "id": 1\n}')).toBe('{\n  "token": "***",\n  "id": 1\n}')
    expect(hideConfigSecrets('{\n  "api_key": [\n    "x"\n  ]\n}')).toBe('{\n  "api_key": [\n    ***\n  ]\n}')
    expect(hideConfigSecrets('broken { password: x')).toBe('broken { password: ***')
  })
})
