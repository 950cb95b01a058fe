import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RunTerm } from '@/lib/url/run-fields'
import { readRunQuery, writeRunQuery } from '@/lib/url/run-query'
import { runTerms } from '../../support/run-terms'

const short = ({ key, value, isNot }: RunTerm) => `${isNot ? '-' : ''}${key}=${value}`
const read = (text: string) => {
  const { terms, problems } = readRunQuery(text)
  expect(problems).toEqual([])
  return terms.map(short)
}
const problems = (text: string) =>
  readRunQuery(text).problems.map(({ from, to, message }) => `${text.slice(from, to)} | ${message}`)

describe('the query language of the runs page', () => {
  it('reads what it wrote, every condition of it', () => {
    fc.assert(
      fc.property(runTerms, (terms) => {
        expect(readRunQuery(writeRunQuery(terms))).toEqual({ terms, problems: [] })
      }),
      { numRuns: 2_000 },
    )
  })

  it('writes one line, whatever it says', () => {
    fc.assert(fc.property(runTerms, (terms) => !/[\r\n]/.test(writeRunQuery(terms))))
  })

  it('never throws, points into the text, and what it could use it reads again', () => {
    const junk = fc.string({ maxLength: 60, unit: fc.constantFrom(...'status:label=failed"-,\\* .>5mé') })
    fc.assert(
      fc.property(fc.oneof(junk, fc.string({ maxLength: 60, unit: 'grapheme' })), (text) => {
        const { terms, problems } = readRunQuery(text)
        for (const { from, to } of problems) expect(from >= 0 && from <= to && to <= text.length).toBe(true)
        expect(readRunQuery(writeRunQuery(terms)).terms).toEqual(terms)
      }),
      { numRuns: 2_000 },
    )
  })

  it.each<[string, string[]]>([
    ['', []],
    ['orders  daily', ['q=orders', 'q=daily']],
    ['"orders daily" -test', ['q=orders daily', '-q=test']],
    ['status:failed,running', ['status=failed', 'status=running']],
    ['Status:FAILED -status:completed', ['status=failed', '-status=completed']],
    ['name:orders', ['name=orders']],
    ['name:orders* -name:*_test', ['like=orders*', '-like=*_test']],
    ['name:"a*b"', ['name=a*b']],
    ['name:"a*"*', ['like=a\\**']],
    ['name:a,b', ['name=a,b']],
    ['label:team=data label:env', ['label=team:data', 'label=env']],
    ['label:team:data,env=', ['label=team:data', 'label=env:']],
    ['label:"odd/label:key"=a/b', ['label=odd/label\\:key:a/b']],
    ['label:"a b"="c, d"', ['label=a b:c, d']],
    ['change:01a2 backfill:b7', ['label=change:01a2', 'label=backfill:b7']],
    ['duration:>5m', ['duration=>5m']],
    ['duration:1m30s..2h', ['duration=90s..2h']],
    ['duration:..0.5s', ['duration=<=500ms']],
    ['rows:>=10k attempt:2', ['rows=>=10000', 'attempt=2']],
    ['error:"no such file" error:timeout,again', ['error=no such file', 'error=timeout,again']],
    ['by:me by:ann,"me"', ['by=ann', 'by=me', 'mine=true']],
    ['has:shards,error -has:tenant', ['has=shards', 'has=error', '-has=tenant']],
    ['since:24h until:2026-11-30', ['since=24h', 'until=2026-11-30T00:00:00Z']],
    [
      'template:acme/billing@4 trigger:nightly origin:trigger',
      ['template=acme/billing@4', 'origin=trigger', 'trigger=nightly'],
    ],
    ['status:failed status:failed', ['status=failed']],
    ['-', ['q=-']],
    ['a1:b', ['q=a1:b']],
    ['"foo:bar"', ['q=foo:bar']],
    ['"say \\"no\\"\\n"', ['q=say "no"\n']],
  ])('reads %s', (text, terms) => {
    expect(read(text)).toEqual(terms)
  })

  it.each<[string, string[]]>([
    [
      'durration:>5m',
      [
        'durration | There is no filter durration:. Did you mean duration:? To find it in names, put it in quotes: "durration:>5m".',
      ],
    ],
    ['http://x', ['http | There is no filter http:. To find it in names, put it in quotes: "http://x".']],
    ['status:', ['status: | status: needs a value, as in status:failed.']],
    ['x status:faild', ['faild | “faild” means nothing here: did you mean failed?']],
    [
      'origin:moon',
      ['moon | “moon” means nothing here: write one of manual, template, trigger, backfill, fanout, change, replay.'],
    ],
    ['error:"no end', ['"no end | A quote is opened here and never closed: write " at its end.']],
    ['duration:5m', ['5m | Write >5m, <=30s or 1m..1h.']],
    ['duration:2h..1h', ['2h..1h | This range ends before it begins.']],
    ['rows:many', ['many | Write >1000, <=10k, 10..500 or 0.']],
    ['-since:1h', ['1h | since: cannot be turned round: take the minus away.']],
    ['tenant:a tenant:b', ['tenant:b | tenant: can stand here only once.']],
    ['label:=x', ['=x | A label needs a key: label:team=data, or label:team.']],
    ['since:yesterday', ['yesterday | Write a span back from now (15m, 24h, 7d) or a moment (2026-11-30T06:00:00Z).']],
  ])('says what is wrong with %s', (text, expected) => {
    expect(problems(text)).toEqual(expected)
  })

  it('uses what it can of a query that is wrong elsewhere', () => {
    expect(readRunQuery('status:failed oops:1 orders').terms.map(short)).toEqual(['status=failed', 'q=orders'])
  })

  it('writes what people would write', () => {
    const { terms } = readRunQuery(
      'label:team=data -status:completed label:env orders status:failed,running by:me since:24h name:a* "two words" duration:>300s',
    )
    expect(writeRunQuery(terms)).toBe(
      'status:failed,running -status:completed name:a* orders "two words" label:team=data label:env by:me duration:>5m since:24h',
    )
  })

  it('takes a day and a time of day for the reader’s own', () => {
    const momentOf = (text: string) => (text === '2026-11-30 06:00' ? '2026-11-30T05:00:00Z' : null)
    const { terms } = readRunQuery('since:"2026-11-30 06:00" until:1h', { momentOf })
    expect(terms.map(short)).toEqual(['since=2026-11-30T05:00:00Z', 'until=1h'])
  })
})
