import { describe, expect, it } from 'vitest'
import { applyMask, changeMask, runMask, TEMPLATE_MASK, TENANT_MASK, touches } from '@/lib/derive/mask'

describe('a mask', () => {
  it('leaves every byte that it does not name', () => {
    const text = '{ "a" : 1.0 , "big":9007199254740993,"callback":null,"é\\u0041":[1e400] }'
    expect(applyMask(text, runMask(false))).toContain('"big":9007199254740993')
    expect(applyMask('{"a":1.0,"b":1e400}', runMask(false))).toBe('{"a":1.0,"b":1e400}')
    expect(applyMask(text, { nothing: () => null })).toBe(text)
  })

  it('is not applied where it has nothing to do', () => {
    expect(touches(runMask(true), { name: 'x', config_format: 'yaml' })).toBe(false)
    expect(touches(runMask(false), { config_body: 'x' })).toBe(true)
    expect(touches(runMask(false), Object.create({ callback: 1 }))).toBe(false)
  })
})

describe('runs', () => {
  it('keep what a callback does and lose who it logs in as', () => {
    const run =
      '{"callback":{"url":"https://a:b@h/x?y=1","method":"POST","headers":{"x":"s","y":"t"},"on":["failed"],"extra_fields":{"n":1.0}}}'
    expect(applyMask(run, runMask(true))).toBe(
      '{"callback":{"url":"https://h/x?y=1","method":"POST","headers":{"x":"***","y":"***"},"on":["failed"],"extra_fields":{"n":1.0}}}',
    )
  })

  it('lose the submitted text for all but those who may see it', () => {
    const run = '{"run_id":"r","config_body":"secret","config_format":"yaml"}'
    expect(applyMask(run, runMask(false))).toBe('{"run_id":"r","config_format":"yaml"}')
    expect(applyMask(run, runMask(true))).toBe(run)
  })
})

describe('changes', () => {
  const change = '{"payload":{"config":"secret","name":"n","callback":{"url":"u","headers":{"a":"s"}}}}'
  it('hide the config from those who may not see it, callback headers from everybody', () => {
    expect(applyMask(change, changeMask(false))).toBe(
      '{"payload":{"config":"***","name":"n","callback":{"url":"u","headers":{"a":"***"}}}}',
    )
    expect(applyMask(change, changeMask(true))).toContain('"config":"secret"')
    expect(applyMask(change, changeMask(true))).toContain('"a":"***"')
  })

  it('hide a payload of a shape that nobody knows', () => {
    expect(applyMask('{"payload":"secret"}', changeMask(true))).toBe('{"payload":"***"}')
  })
})

describe('tenants', () => {
  it('hide every text of a channel, keep its numbers and the rule, and never show what is sealed', () => {
    const tenant =
      '{"id":"t","notifications":[{"name":"ops","on":["run_failure"],"channel":{"type":"webhook","config":{"url":"u","headers":{"x":"s"},"retries":3,"list":["s",true]}}}],"notifications_sealed":"RkNUMQ=="}'
    expect(applyMask(tenant, TENANT_MASK)).toBe(
      '{"id":"t","notifications":[{"name":"ops","on":["run_failure"],"channel":{"type":"webhook","config":{"url":"***","headers":{"x":"***"},"retries":3,"list":["***",true]}}}]}',
    )
    expect(applyMask('{"notifications":[{"channel":"u"},"u"]}', TENANT_MASK)).toBe(
      '{"notifications":[{"channel":"***"},"***"]}',
    )
    expect(applyMask('{"notifications":{"url":"u"}}', TENANT_MASK)).toBe('{"notifications":[]}')
  })
})

describe('templates', () => {
  it('hide what a secret parameter stands for, and nothing of the others', () => {
    const template =
      '{"params":{"a":{"type":"string","secret":true,"default":"s"},"b":{"secret":true},"c":{"default":"x","secret":false}}}'
    expect(applyMask(template, TEMPLATE_MASK)).toBe(
      '{"params":{"a":{"type":"string","secret":true,"default":"***"},"b":{"secret":true},"c":{"default":"x","secret":false}}}',
    )
  })
})
