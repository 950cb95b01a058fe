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

  it.each([
    ['password: "p #q" # old', 'password: "***" # old'],
    ["password: 'p' q", "password: '***'"],
    ['password: p, # old', 'password: ***, # old'],
    ['tokens:\n- one\n- two\nnext: seen', 'tokens:\n***\n***\nnext: seen'],
    ['a: { credentials: { id: x, value: y }, next: seen }', 'a: { credentials: ***, next: seen }'],
    ['{"secret":{"a":["}",1]},"next":"seen"}', '{"secret":"***","next":"seen"}'],
    ['headers: { Authorization: Bearer abc, Accept: text/csv }', 'headers: { Authorization: ***, Accept: text/csv }'],
    ['url: https://api/x?limit=5&api_key=k-123#top', 'url: https://api/x?limit=5&api_key=***#top'],
    ['url: postgres://app:p@ss@db/orders', 'url: postgres://app:***@db/orders'],
    ['x: { token: "never closed, more: y', 'x: { token: "***"'],
  ])('hides all of the secret and nothing more in %s', (text, shown) => {
    expect(hideConfigSecrets(text)).toBe(shown)
  })

  it.each([
    'x',
    ' ',
    'a: ',
    '"',
    "'",
    'a: [',
    'a.b-',
    'token: ${',
    'a: { token: "',
    'postgres://',
    'a://b:c',
    'password: true ',
    'token: a,',
    'password: |\n',
  ])('takes no longer for one line of %s than its length asks for', (part) => {
    const long = part.repeat(200_000 / part.length)
    expect(hideConfigSecrets(`${long}z`).endsWith('z') || hideConfigSecrets(long).includes('***')).toBe(true)
    expect(hideConfigSecrets(`token: a ${long}z`)).toContain('***')
  })
})
