import { describe, expect, it } from 'vitest'
import type { BudgetSpec } from '@/lib/contract/records/changes'
import { parseConfig } from '@/lib/derive/config-doc'
import { referenceError, referencesIn } from '@/lib/derive/config-references'
import { approvalPayload, SubmitRunBody, storedCallback } from '@/lib/derive/run-requests'
import { checkSubmission } from '@/lib/derive/submit-checks'

const token = (body: string): string => `\${${body}}`
const TRUSTED = { isTrusted: true, tenant: null }
const check = (config: string, budget?: BudgetSpec) =>
  checkSubmission({ config, config_format: 'yaml', selection: undefined }, budget, TRUSTED)
const PIPELINE = 'version: 1\npipeline: { source: { type: csv }, sink: { type: jsonl } }\n'

describe('a config as it is submitted', () => {
  it('is kept to the letter, and its name is found', () => {
    expect(check(`name: a\n${PIPELINE}`)).toMatchObject({
      ok: true,
      submission: { config_body: `name: a\n${PIPELINE}`, config_format: 'yaml', pipeline: 'a' },
    })
    expect(check(PIPELINE)).toMatchObject({ submission: { pipeline: null } })
  })

  it('is printed by name with its budget in it, numbers to the digit', () => {
    const outcome = check(`${PIPELINE}x: 12345678901234567890\ny: 1.0\n`, { max_records: 5 })
    expect(outcome).toMatchObject({ ok: true, submission: { config_format: 'json' } })
    expect(outcome.ok && outcome.submission.config_body).toBe(
      '{"budget":{"max_records":5},"pipeline":{"sink":{"type":"jsonl"},"source":{"type":"csv"}},"version":1,' +
        '"x":12345678901234567890,"y":1.0}',
    )
  })

  it.each([
    ['- a\n', 'unprocessable', 'invalid type: string "a"'],
    ['a: 1\na: 2\n', 'bad_config', 'invalid YAML: '],
    ['version: 2\npipeline: {}\n', 'unprocessable', 'unsupported pipeline version 2'],
    [`${PIPELINE}x: "\${param.p}"\n`, 'unprocessable', "references undeclared param 'p'"],
    [`${PIPELINE}params: { p: { type: int, required: true } }\n`, 'unprocessable', "missing required param 'p'"],
    [`${PIPELINE}params: { p: 1 }\n`, 'unprocessable', 'invalid `params:` block'],
    [`${PIPELINE}schedule: {}\n`, 'bad_config', 'contains a `schedule:` block'],
  ])('%j is refused', (config, code, message) => {
    expect(check(config)).toEqual({ ok: false, code, message: expect.stringContaining(message) })
  })

  it('may name its tenant only where it is submitted for one', () => {
    const config = `${PIPELINE}x: "\${tenant.id}"\n`
    const forAcme = { isTrusted: true, tenant: 'acme' }
    const both = [TRUSTED, forAcme].map((who) =>
      checkSubmission({ config, config_format: 'yaml', selection: undefined }, undefined, who),
    )
    expect(both.map(({ ok }) => ok)).toEqual([false, true])
  })

  it('can hold no more than a reader bears', () => {
    const deep = '['.repeat(200) + ']'.repeat(200)
    expect(parseConfig(deep, 'yaml')).toMatchObject({ ok: false })
    const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c,*c,*c,*c,*c]\ne: &e [*d,*d,*d,*d,*d,*d,*d,*d]\nf: [*e,*e,*e,*e,*e,*e,*e,*e]\n`
    expect(parseConfig(bomb, 'yaml')).toMatchObject({ ok: false })
  })
})

describe('references', () => {
  it('are found in texts, lists and names, however often', () => {
    expect(
      referencesIn({ [token('a')]: [`x${token('b')}y${token('c')}`, { z: `$${token('d')} ${token('e')}` }], n: 1 }),
    ).toEqual(['a', 'b', 'c', 'e'])
  })

  it.each([
    ['param.x', null, null],
    ['stream', null, null],
    ['map:a|*=b', null, null],
    ['env:HOME', 'admin', null],
    ['vault:a/b', 'admin', null],
    [' env : HOME', 'admin', null],
    ['env:FAUCET_VAULT_KEY', 'may not reference', 'may not reference'],
    ['env: FAUCET_SERVE_ADMIN_TOKEN ', 'may not reference', 'may not reference'],
    ['file:/proc/1/environ', 'under /proc', 'under /proc'],
    ['file://proc/self', 'under /proc', 'under /proc'],
    ['sealed:x', 'sealed values', 'sealed values'],
  ])('%s', (body, forOthers, forAdmins) => {
    const said = (text: string | null) => (text === null ? null : expect.stringContaining(text))
    expect(referenceError(body, false)).toEqual(said(forOthers))
    expect(referenceError(body, true)).toEqual(said(forAdmins))
  })
})

describe('a request', () => {
  it('is kept for approval with every member, the absent ones null, by name', () => {
    const request = SubmitRunBody.parse({
      config: 'c',
      require_approval: true,
      reason: 'r',
      labels: { b: '1', a: '2' },
    })
    expect(JSON.stringify(approvalPayload(request))).toBe(
      '{"budget":null,"callback":null,"clock":null,"concurrency":null,"config":"c","config_format":"yaml",' +
        '"doctor_first":false,"idempotency_key":null,"labels":{"a":"2","b":"1"},"name":null,"selection":null,' +
        '"timeout_secs":null}',
    )
  })

  it('refuses what it does not know only where engines do', () => {
    expect(SubmitRunBody.safeParse({ config: 'c', colour: 1 }).success).toBe(true)
    for (const inner of [{ budget: { x: 1 } }, { callback: { url: 'u', x: 1 } }, { selection: { x: 1 } }]) {
      expect(SubmitRunBody.safeParse({ config: 'c', ...inner }).success).toBe(false)
    }
  })

  it('keeps of a callback what was said', () => {
    const { callback } = SubmitRunBody.parse({
      config: 'c',
      callback: { url: 'u', extra_fields: { b: { d: 1, c: 2 } } },
    })
    expect(JSON.stringify(callback && storedCallback(callback))).toBe(
      '{"url":"u","method":"POST","extra_fields":{"b":{"c":2,"d":1}}}',
    )
  })
})
