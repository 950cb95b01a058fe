import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const tests = path.resolve(import.meta.dirname, '../..')
const [, table = ''] = readFileSync(path.join(tests, 'README.md'), 'utf8').split('## Traps')
const rows = [...table.matchAll(/^\| (\d+) +\| ([^|]+?) +\| (.+?) +\|$/gm)].map(([, number, trap, named = '']) => ({
  number: Number(number),
  trap,
  tests: named.split('<br>').map((each) => /^`([^`]+)`: (.+)$/.exec(each.trim())?.slice(1) ?? [each]),
}))

describe('the table of traps', () => {
  it('has all 46, in order', () => {
    expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 46 }, (_, n) => n + 1))
  })

  it.each(rows)('$number, $trap: names tests that exist', ({ tests: named }) => {
    for (const [file = '', name = ''] of named) {
      const at = path.join(tests, file)
      expect(existsSync(at), file).toBe(true)
      expect(name.length).toBeGreaterThan(5)
      expect(readFileSync(at, 'utf8'), `${file} has a test called ${name}`).toContain(name)
    }
  })
})
