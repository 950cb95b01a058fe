import { describe, expect, it } from 'vitest'
import { parseConfig } from '@/lib/derive/config-doc'
import { configProblems, type Reader } from '@/lib/derive/config-problems'

const READER: Reader = { isTrusted: true, hasTenant: false, hasEngine: true }
const token = (body: string): string => `\${${body}}`
const quoted = (body: string): string => `"${token(body)}"`
const found = (text: string, more: Partial<Reader> = {}, format: 'yaml' | 'json' = 'yaml') =>
  configProblems(text, format, { ...READER, ...more }).map(
    ({ severity, line, from, to, message }) =>
      `${severity} ${line} ${JSON.stringify(text.slice(from, to))}: ${message}`,
  )
const PIPELINE = 'version: 1\npipeline:\n  source: { type: csv, config: { path: a.csv } }\n  sink: { type: jsonl }\n'

describe('what is told of a config while it is typed', () => {
  it('is nothing for one that nobody could refuse without a connector, nor for none at all', () => {
    expect([found(PIPELINE), found(''), found(' \n'), found(`# ${PIPELINE.replaceAll('\n', '\n# ')}`)]).toEqual([
      [],
      [],
      [],
      [expect.stringContaining('error 1 "": ')],
    ])
    expect(found('{"version": 1, "pipeline": {"source": {"type": "a"}, "sink": {"type": "b"}}}', {}, 'json')).toEqual(
      [],
    )
  })

  it.each([
    ['a: b: c', 'error 1 "b": Nested mappings are not allowed in compact mappings'],
    ['a: 1\na: 2', 'error 2 "a": This name stands there twice'],
    ['\ta: 1', 'error 1 "\\t": Lines are indented with blanks, not with tabs'],
    ['a: 1\n---\nb: 2', 'error 2 "---\\nb: 2": There is more than one document: a config is one'],
    [`a: { b: ${token('env:X')}, c: 1 }`, 'error 1 "${": Between braces a reference stands in quotes: "${…}"'],
    ['a: *b', 'error 1 "*b": Nothing is named &b above'],
    ['a: !include x', 'error 1 "!include": Unresolved tag: !include'],
  ])('marks the place of what is no YAML: %j', (text, problem) => {
    expect(found(text)).toEqual([problem])
  })

  it.each([
    ['{"a":1,}', 'error 1 "}": Quoted object key expected but got \'}\''],
    ['{\n "a": tru\n}', 'error 2 "t": Object value expected after \':\''],
    ['{"a":1,"a":2}', 'error 1 "a": Duplicate key \'a\' encountered'],
  ])('marks the place of what is no JSON: %j', (text, problem) => {
    expect(found(text, {}, 'json')).toEqual([problem])
  })

  it.each([
    ['- 1\n', 'error 1 "": invalid type: integer `1`, expected string or map'],
    ['version: 1\n', 'error 1 "": missing field `pipeline`'],
    [PIPELINE.replace('1', '2'), 'error 1 "2": unsupported pipeline version 2, only version 1 is recognised'],
    [
      `kind: source-template\n${PIPELINE}`,
      'error 1 "source-template": unknown variant `source-template`, expected `pipeline`',
    ],
    [`name: 5\n${PIPELINE}`, 'error 1 "5": invalid type: integer `5`, expected a string'],
    [
      `${PIPELINE}schedule: { cron: "0 * * * *" }\n`,
      'error 5 "schedule": A run happens once: a `schedule:` is for `faucet schedule`',
    ],
    ['version: 1\npipeline: { sink: { type: a } }\n', 'warning 2 "pipeline": The pipeline has no `source`'],
    [PIPELINE.replace('type: jsonl', 'typ: jsonl'), 'warning 4 "sink": The sink has no `type`'],
    [
      PIPELINE.replace('csv', 'singer'),
      'error 3 "singer": `singer` starts a program on the engine and may not be submitted',
    ],
  ])('says what an engine would refuse: %j', (text, problem) => {
    expect(found(text)).toEqual([problem])
  })

  it('asks no ends of what brings its own', () => {
    expect(found('version: 1\npipeline: { nodes: [{ id: a }] }\n')).toEqual([])
    expect(found('version: 1\npipeline: {}\nmatrix: [{ id: a }]\n')).toEqual([])
  })

  it('knows who may refer to what, and marks each place', () => {
    const text = PIPELINE.replace('a.csv', quoted('env:HOME')).replace('jsonl', quoted('file:/proc/x'))
    expect(found(text)).toEqual([
      expect.stringMatching(/^error 4 .*A submitted config may not read files under \/proc/),
    ])
    expect(found(text, { isTrusted: false })).toEqual([
      expect.stringMatching(/^error 3 ".*env:HOME.*": A config that holds \$\{env:…\} may be submitted by an admin/),
      expect.stringMatching(/^error 4 /),
    ])
  })

  it('knows what is bound: params that are declared, tenants that are chosen', () => {
    const text = `${PIPELINE.replace('a.csv', quoted('param.day'))}name: "${token('tenant.id')}"\n`
    expect(found(text)).toEqual([
      expect.stringMatching(/^error 3 .*No param is called `day`/),
      expect.stringMatching(/^error 5 .*choose one in Options/),
    ])
    expect(found(`${text}params: { day: { type: string, default: "1" } }\n`, { hasTenant: true })).toEqual([])
    expect(found(`${PIPELINE}params: { day: { type: string } }\n`)).toEqual([
      expect.stringMatching(/^error 5 "params": /),
    ])
  })
})

describe('secrets in a config', () => {
  const sink = (config: string) => PIPELINE.replace('type: jsonl', `type: pg, config: ${config}`)

  it('that were masked are to be filled in', () => {
    expect(found(sink('{ password: "***" }'))).toEqual([
      'error 4 "\\"***\\"": The value of `password` was masked: fill it in',
    ])
    expect(found(sink('{ url: "postgres://u:***@h/d" }'))).toHaveLength(1)
    expect(found(sink('{ url: "https://h/?token=***" }'))).toHaveLength(1)
    // As the mask stands in a text that is shown as it was written.
    expect(found('sink:\n  password: ***\n')).toEqual(['error 2 "***": The value of `password` was masked: fill it in'])
  })

  it('are told apart from what only looks like a mask', () => {
    expect(found(sink('{ fields: [a], mask: "***" }'))).toEqual([])
  })

  it('that stand there in clear could be named instead', () => {
    expect(found(sink('{ password: hunter2 }'))).toEqual([
      'hint 4 "hunter2": `password` stands here in clear: `${env:NAME}` names it without saying it',
    ])
    expect(found(sink('{ password: hunter2 }'), { hasEngine: false })[0]).toContain('is kept in the history in clear')
    expect(found(sink(`{ password: "${token('env:PW')}", token_url: "https://a", max_tokens: 5 }`))).toEqual([])
  })
})

it('an alias to nothing is no config', () => {
  expect(parseConfig('a: *b', 'yaml')).toEqual({ ok: false, message: 'invalid YAML: nothing is named &b' })
  expect(parseConfig('a: &b 1\nc: *b', 'yaml')).toEqual({ ok: true, doc: { a: 1, c: 1 } })
})
