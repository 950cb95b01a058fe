import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Json, writeJson } from '@/lib/contract/json'
import { parseConfig } from '@/lib/derive/config-doc'
import { type ConfigEdit, editConfig } from '@/lib/derive/config-edit'
import { sortedJson } from '@/lib/derive/sorted-json'

const edited = (text: string, edit: ConfigEdit, format: 'yaml' | 'json' = 'yaml'): string => {
  const outcome = editConfig(text, format, edit)
  return outcome.ok ? outcome.text : expect.fail(outcome.message)
}
const set = (path: ConfigEdit['path'], value: Json): ConfigEdit => ({ op: 'set', path, value })

const CONFIG = `# Every night, for the month's end
version: 1
name:   people   # kept as it is

pipeline:
  source:
    type: csv
    # where it comes from
    config: { path: ./people.csv,   delimiter: ";" } # flow
  transforms:
  # first
  - type: cast # a
    config:
      fields: { born: int }

  # second
  - type: drop
    config: { fields: [a, 'b'] }
  sink:
    type: jsonl
    config:
      path: "./out/people.jsonl"   # quoted
      query: |
        SELECT *
        FROM t   -- not a comment
matrix:
    - id: a
    - { id: b }
vars: { day: &day 2026-01-01, again: *day }
`
/** The lines that differ, before and after. */
function lines(text: string, edit: ConfigEdit): { gone: string[]; come: string[] } {
  const [before, after] = [text.split('\n'), edited(text, edit).split('\n')]
  while (before.length > 0 && before[0] === after[0]) {
    before.shift()
    after.shift()
  }
  while (before.length > 0 && before.at(-1) === after.at(-1)) {
    before.pop()
    after.pop()
  }
  return { gone: before, come: after }
}

describe('a change of the text', () => {
  it.each<[string, ConfigEdit, string[], string[]]>([
    ['a scalar', set(['name'], 'others'), ['name:   people   # kept as it is'], ['name:   others   # kept as it is']],
    [
      'a text that could be a number',
      set(['name'], '007'),
      ['name:   people   # kept as it is'],
      ['name:   "007"   # kept as it is'],
    ],
    [
      'a member between braces',
      set(['pipeline', 'source', 'config', 'path'], '${env:HOME}/a.csv'),
      ['    config: { path: ./people.csv,   delimiter: ";" } # flow'],
      ['    config: { path: "${env:HOME}/a.csv",   delimiter: ";" } # flow'],
    ],
    [
      'a new member between braces',
      set(['pipeline', 'source', 'config', 'has_header'], false),
      ['    config: { path: ./people.csv,   delimiter: ";" } # flow'],
      ['    config: { path: ./people.csv,   delimiter: ";", has_header: false } # flow'],
    ],
    [
      'a new member in lines, after a text of lines',
      set(['pipeline', 'sink', 'config', 'append'], true),
      [],
      ['      append: true'],
    ],
    [
      'a new member whose parent is missing, too',
      set(['pipeline', 'sink', 'batch', 'size'], 5),
      [],
      ['    batch:', '      size: 5'],
    ],
    [
      'lines for lines',
      set(['pipeline', 'sink', 'config', 'query'], 'SELECT 1\nFROM u\n'),
      ['        SELECT *', '        FROM t   -- not a comment'],
      ['        SELECT 1', '        FROM u'],
    ],
    ['a new block at the end', set(['sla'], { max_age: '1h' }), [], ['sla:', '  max_age: 1h']],
    [
      'a member that goes, with its remark',
      { op: 'remove', path: ['pipeline', 'sink', 'config', 'path'] },
      ['      path: "./out/people.jsonl"   # quoted'],
      [],
    ],
    [
      'a member between braces that goes',
      { op: 'remove', path: ['pipeline', 'source', 'config', 'path'] },
      ['    config: { path: ./people.csv,   delimiter: ";" } # flow'],
      ['    config: { delimiter: ";" } # flow'],
    ],
    ['a block that goes', { op: 'remove', path: ['matrix'] }, ['matrix:', '    - id: a', '    - { id: b }'], []],
    [
      'an item that comes',
      {
        op: 'insert',
        path: ['pipeline', 'transforms'],
        index: 2,
        value: { type: 'select', config: { fields: ['x'] } },
      },
      [],
      ['  - type: select', '    config:', '      fields:', '        - x'],
    ],
    ['an item that goes', { op: 'remove', path: ['matrix', 1] }, ['    - { id: b }'], []],
    [
      'an item in an inline list',
      { op: 'insert', path: ['pipeline', 'transforms', 1, 'config', 'fields'], index: 1, value: 'on' },
      ["    config: { fields: [a, 'b'] }"],
      [`    config: { fields: [a, "on", 'b'] }`],
    ],
  ])('is about %s and nothing else', (_, edit, gone, come) => {
    expect(lines(CONFIG, edit)).toEqual({ gone, come })
  })

  it('takes what is said of an item along when it moves', () => {
    const moved = edited(CONFIG, { op: 'move', path: ['pipeline', 'transforms'], from: 1, to: 0 })
    expect(moved.split('\n').slice(9, 17)).toEqual([
      '  transforms:',
      '  # first',
      '',
      '  # second',
      '  - type: drop',
      "    config: { fields: [a, 'b'] }",
      '  - type: cast # a',
      '    config:',
    ])
    expect(edited(moved, { op: 'move', path: ['pipeline', 'transforms'], from: 1, to: 0 })).toContain('# second')
  })

  it('makes a config of nothing, and of JSON', () => {
    expect(edited('', set(['pipeline', 'source', 'type'], 'csv'))).toBe('pipeline:\n  source:\n    type: csv\n')
    expect(edited('{"a": 1.0, "b": [1]}', set(['c'], 'x'), 'json')).toBe(
      '{\n  "a": 1.0,\n  "b": [\n    1\n  ],\n  "c": "x"\n}\n',
    )
  })

  it('lets what is empty be filled: a name without a value, nothing between braces, a list that is not there', () => {
    expect(edited('a:\nb: 1\n', set(['a'], 5))).toBe('a: 5\nb: 1\n')
    expect(edited('a: {} # c\n', set(['a', 'x'], 'z'))).toBe('a: { x: z } # c\n')
    expect(edited('a:\n  config:\nb: 1 # c\n', set(['a', 'config', 'x'], 1))).toContain('b: 1 # c')
    expect(edited('a: 1 # c\n', { op: 'insert', path: ['list'], index: 0, value: 'x' })).toBe(
      'a: 1 # c\nlist:\n  - x\n',
    )
  })

  it('changes nothing that an alias repeats, nor what cannot be read', () => {
    expect(editConfig(CONFIG, 'yaml', set(['vars', 'again'], 'x'))).toMatchObject({
      ok: false,
      message: expect.stringContaining('alias'),
    })
    expect(editConfig('a: [', 'yaml', set(['a'], 1))).toMatchObject({ ok: false })
    expect(editConfig('a: [1]', 'yaml', { op: 'move', path: ['a'], from: 5, to: 0 })).toMatchObject({ ok: false })
  })
})

// Whatever is changed in whatever text: it says what was meant, and no remark is lost that was not about what went.

const word = fc.constantFrom('a', 'b', 'c', 'on', '1', 'x y', 'true', 'k: v', '# no', "it's", '2026-01-01')
const leaf: fc.Arbitrary<Json> = fc.oneof(word, fc.integer(), fc.boolean(), fc.constant(null), fc.constant('l1\nl2\n'))
const { tree } = fc.letrec<{ tree: Json }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small' },
    leaf,
    fc.array(tie('tree'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('p', 'q', 'r', 's'), tie('tree'), { maxKeys: 3, noNullPrototype: true }),
  ),
}))

/** A text of that value with remarks all over, in one of the styles that people write. */
function written(value: Json, style: number): { text: string; remarks: string[] } {
  const remarks: string[] = []
  const remark = () => {
    const text = `# r${remarks.length}.`
    remarks.push(text)
    return text
  }
  const isFlow = (depth: number) => style === 1 || (style === 2 && depth > 1)
  const scalar = (one: Json): string => writeJson(one)
  const flow = (one: Json): string => {
    if (Array.isArray(one)) return `[${one.map(flow).join(', ')}]`
    if (typeof one !== 'object' || one === null) return scalar(one)
    return `{ ${Object.entries(one as object)
      .map(([name, member]) => `${name}: ${flow(member)}`)
      .join(', ')} }`
  }
  const lead = (indent: number) => ' '.repeat(indent)
  const block = (one: Json, indent: number, depth: number): string => {
    const isList = Array.isArray(one)
    const isMap = typeof one === 'object' && one !== null && !isList
    const isEmpty = (isList && one.length === 0) || (isMap && Object.keys(one).length === 0)
    if ((!isList && !isMap) || isFlow(depth) || isEmpty) return ` ${flow(one)} ${remark()}\n`
    const parts = isList
      ? one.map((item) => `${lead(indent)}-${block(item, indent + 2, depth + 1)}`)
      : Object.entries(one as object).map(
          ([name, member]) => `${lead(indent)}${name}:${block(member, indent + 2, depth + 1)}`,
        )
    return `\n${parts.map((part) => `${lead(indent)}${remark()}\n${part}`).join('')}`
  }
  const text = block(value, 0, 0).replace(/^\n/, '').replace(/^ /, '')
  return { text, remarks }
}

function pathsIn(value: Json, here: (string | number)[] = []): (string | number)[][] {
  if (Array.isArray(value)) return [here, ...value.flatMap((item, index) => pathsIn(item, [...here, index]))]
  if (typeof value !== 'object' || value === null) return [here]
  return [here, ...Object.entries(value as object).flatMap(([name, member]) => pathsIn(member, [...here, name]))]
}
const at = (value: Json, path: readonly (string | number)[]): Json =>
  path.reduce<Json>((one, step) => (one as { [step: string]: Json })[step] ?? null, value)

const document = fc.dictionary(fc.constantFrom('p', 'q', 'r', 's'), tree, {
  minKeys: 1,
  maxKeys: 4,
  noNullPrototype: true,
})

it('says what was meant and loses no remark, whatever the text and the change', () => {
  fc.assert(
    fc.property(document, fc.nat(2), fc.nat(), fc.nat(3), leaf, fc.nat(3), (value, style, pick, kind, fresh, place) => {
      const { text, remarks } = written(value, style)
      expect(parseConfig(text, 'yaml')).toMatchObject({ ok: true })
      const paths = pathsIn(value).slice(1)
      const path = paths[pick % paths.length] ?? []
      const lists = [
        ['none'],
        ...pathsIn(value).filter((one) => Array.isArray(at(value, one)) && (at(value, one) as Json[]).length > 0),
      ]
      const list = lists[pick % lists.length] ?? []
      const length = Array.isArray(at(value, list)) ? (at(value, list) as Json[]).length : 0
      const edits: ConfigEdit[] = [
        { op: 'set', path, value: fresh },
        { op: 'set', path: ['new', 'deep'], value: fresh },
        { op: 'remove', path },
        { op: 'insert', path: list, index: Math.min(place, length), value: fresh },
        ...(length > 1 ? [{ op: 'move' as const, path: list, from: place % length, to: pick % length }] : []),
      ]
      const edit = edits[(kind + place) % edits.length] ?? expect.fail('no edit')
      const after = edited(text, edit)
      const meant = edited(writeJson(value), edit, 'json')
      const read = parseConfig(after, 'yaml')
      const wanted = parseConfig(meant, 'json')
      expect(read.ok && writeJson(sortedJson(read.doc))).toBe(wanted.ok && writeJson(sortedJson(wanted.doc)))
      // What was replaced or removed takes what was said inside it along, and the remark on its own line.
      const isLeaf =
        edit.op !== 'remove' && (edit.op !== 'set' || typeof at(value, path) !== 'object' || edit.path[0] === 'new')
      if (isLeaf && style !== 1) expect(remarks.filter((one) => !after.includes(one))).toEqual([])
    }),
    { numRuns: 2_000 },
  )
})
