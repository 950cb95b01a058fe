import { describe, expect, it } from 'vitest'
import { type Json, parseJson, writeJson } from '@/lib/contract/json'
import { ParamSpec } from '@/lib/contract/records/templates'
import { coerceParam, declarationError, maskParams, resolveParams } from '@/lib/derive/params'

/** Declarations as a config would hold them. */
const params = (specs: Record<string, object>) =>
  Object.freeze(
    Object.fromEntries(
      Object.entries(specs).map(([name, spec]) => [name, Object.freeze(ParamSpec.decode(spec as never))]),
    ),
  )
const value = (text: string) => parseJson(text)
const ERROR = 'config error: '

describe('coercing a supplied value', () => {
  it.each([
    ['int', '"50"', '50'],
    ['int', '50', '50'],
    ['int', '" 42 "', '42'],
    ['int', '"+7"', '7'],
    ['int', '"-9223372036854775808"', '-9223372036854775808'],
    ['int', '9223372036854775807', '9223372036854775807'],
    ['int', '"9007199254740993"', '9007199254740993'],
    ['float', '1', '1.0'],
    ['float', '0.5', '0.5'],
    ['float', '" 1e3 "', '1000.0'],
    ['float', '".5"', '0.5'],
    ['bool', '"YES"', 'true'],
    ['bool', '" 0 "', 'false'],
    ['bool', '"no"', 'false'],
    ['bool', '"1"', 'true'],
    ['bool', 'true', 'true'],
    ['string', '7', '"7"'],
    ['string', '1.0', '"1.0"'],
    ['string', '1e3', '"1000.0"'],
    ['string', '0.5', '"0.5"'],
    ['string', '18446744073709551615', '"18446744073709551615"'],
    ['string', 'true', '"true"'],
    ['string', '" a "', '" a "'],
  ])('to %s takes %s as %s', (type, text, outcome) => {
    const coerced = coerceParam('p', type, value(text))
    expect(coerced.ok && writeJson(coerced.value)).toBe(outcome)
  })

  it.each([
    ['int', '"5.5"', 'an integer'],
    ['int', '5.5', 'an integer'],
    ['int', '5.0', 'an integer'],
    ['int', '"x"', 'an integer'],
    ['int', '9223372036854775808', 'an integer'],
    ['int', '"9223372036854775808"', 'an integer'],
    ['int', 'true', 'an integer'],
    ['int', 'null', 'an integer'],
    ['float', '"inf"', 'a number'],
    ['float', '"0x10"', 'a number'],
    ['float', '""', 'a number'],
    ['float', '"1e999"', 'a number'],
    ['bool', '1', 'a boolean (true/false)'],
    ['bool', '"on"', 'a boolean (true/false)'],
    ['string', 'null', 'a string'],
    ['string', '["a"]', 'a string'],
    ['string', '{"a":1}', 'a string'],
  ])('to %s refuses %s', (type, text, expected) => {
    expect(coerceParam('p', type, value(text))).toEqual({
      ok: false,
      message: `${ERROR}param 'p': expected ${expected}, got ${text}`,
    })
  })

  it('leaves types that only later engines know to them', () => {
    expect(coerceParam('p', 'list', [1]).ok).toBe(false)
    expect(coerceParam('p', 'toString', 'x').ok).toBe(false)
  })
})

describe('declarations', () => {
  it.each([
    [
      { p: { computed: 'x', required: true } },
      "param 'p' is `computed` and cannot be `required` — a computed param is derived, never supplied",
    ],
    [
      { p: { computed: 'x', default: 1 } },
      "param 'p' is `computed` and cannot have a `default` — its value is the computed expression",
    ],
    [
      { p: { computed: 'x', secret: true } },
      "param 'p' is `computed` and cannot be `secret` — a derived value is not a secret source; reference the secret directly where it is used",
    ],
    [
      { p: { computed: 'x', values: ['a'] } },
      "param 'p' is `computed` and cannot also declare `values` — its value comes from the expression, not from a caller",
    ],
    [
      { p: { required: true, default: 'x' } },
      "param 'p' is both `required: true` and has a `default` — a param with a default is optional; drop one",
    ],
    [{ p: { default: null } }, "param 'p': `default: null` is not a value — omit `default` instead"],
    [{ p: { type: 'int', default: '5' } }, 'param \'p\': default "5" is not a valid int value'],
    [{ p: { type: 'int', default: 1.5 } }, "param 'p': default 1.5 is not a valid int value"],
    [{ p: { type: 'float', default: '1' } }, 'param \'p\': default "1" is not a valid float value'],
    [{ p: { type: 'bool', default: 'true' } }, 'param \'p\': default "true" is not a valid bool value'],
    [{ p: { type: 'string', default: ['a'] } }, 'param \'p\': default ["a"] is not a valid string value'],
    [{ p: { type: 'int', values: [1, 'b'] } }, 'param \'p\': value "b" in `values` is not a valid int value'],
    [{ p: { values: ['eu', 'us'], default: 'ap' } }, 'param \'p\': default "ap" is not one of the declared `values`'],
    [{ 'a-b': {} }, "invalid param name 'a-b' — names must match ^[A-Za-z_][A-Za-z0-9_]*$"],
    [{ '1a': {} }, "invalid param name '1a' — names must match ^[A-Za-z_][A-Za-z0-9_]*$"],
    [{ '': {} }, "invalid param name '' — names must match ^[A-Za-z_][A-Za-z0-9_]*$"],
  ])('%j cannot stand', (specs, reason) => {
    expect(declarationError(params(specs as unknown as Record<string, object>))).toBe(`${ERROR}${reason}`)
  })

  it.each([
    {},
    { _a1: {} },
    { p: { type: 'string', default: 7 } },
    { p: { type: 'float', default: 1 } },
    { p: { type: 'int', values: [1, 2], default: 2 } },
    // Compared as strings: that is what a string parameter's values become.
    { p: { values: ['7'], default: 7 } },
    { p: { computed: 'x' }, q: { required: true, secret: true, description: 'd' } },
  ])('%j can', (specs) => {
    expect(declarationError(params(specs as Record<string, object>))).toBeNull()
  })

  it('are judged in order of their names', () => {
    expect(declarationError(params({ b: { default: null }, a: { computed: 'x', required: true } }))).toMatch(
      /param 'a'/,
    )
  })
})

describe('resolving parameters', () => {
  const spec = params({
    suffix: { required: true, description: 'Output suffix' },
    batch: { type: 'int', default: 102 },
    ratio: { type: 'float', default: 1 },
    strict: { type: 'bool', default: false },
    region: { values: ['eu', 'us'], default: 'eu' },
  })
  const refusal = (supplied: Record<string, Json>) => {
    const resolved = resolveParams(spec, Object.freeze(supplied))
    return resolved.ok ? null : resolved.message
  }

  it('fills in defaults and coerces what was supplied', () => {
    const resolved = resolveParams(spec, { suffix: 'x', batch: '50', strict: 'YES' })
    expect(resolved.ok && writeJson(resolved.values)).toBe(
      '{"batch":50,"ratio":1.0,"region":"eu","strict":true,"suffix":"x"}',
    )
  })

  it('names what is missing, unknown, not allowed or a directive, in the words of the engine', () => {
    expect(refusal({})).toBe(
      'missing required param \'suffix\' (Output suffix) — supply it with `--param suffix=<value>` (or a `"params"` entry over HTTP)',
    )
    expect(refusal({ suffix: 's', zzz: 1 })).toBe(
      "unknown param 'zzz'. Declared params: batch, ratio, region, strict, suffix",
    )
    expect(refusal({ suffix: 's', region: 'ap' })).toBe(
      `${ERROR}param 'region': ap is not one of the allowed values (eu, us)`,
    )
    expect(refusal({ suffix: `a/b ${'$'}{env:HOME}` })).toBe(
      `${ERROR}param 'suffix': value contains an interpolation directive (\`${'$'}{\`). Param values are literal data — ` +
        "put the directive in the config's `params:` default or in the config body instead",
    )
    expect(refusal({ suffix: null })).toBe(`${ERROR}param 'suffix': expected a string, got null`)
    expect(refusal({ suffix: 's', batch: 'x' })).toBe(`${ERROR}param 'batch': expected an integer, got "x"`)
  })

  it('knows no parameter by the name of an object member', () => {
    expect(refusal({ suffix: 's', toString: 'x' })).toMatch(/unknown param 'toString'/)
    expect(resolveParams({}, { a: 1 })).toEqual({
      ok: false,
      message: "unknown param 'a'. Declared params: (none — this config has no `params:` block)",
    })
  })

  it('misses a parameter without a default even when it is not required', () => {
    expect(resolveParams(params({ p: {} }), {})).toMatchObject({ ok: false, message: expect.stringContaining("'p'") })
  })

  it('stands placeholders in for what is missing, by type', () => {
    const wanted = params({
      s: { required: true },
      i: { type: 'int', required: true },
      f: { type: 'float', required: true },
      b: { type: 'bool' },
      d: { default: 'x' },
    })
    const resolved = resolveParams(wanted, {}, 'placeholders')
    expect(resolved.ok && writeJson(resolved.values)).toBe('{"b":false,"d":"x","f":0.0,"i":0,"s":"<param>"}')
  })

  it('shows secrets as stars', () => {
    const resolved = resolveParams(
      params({ token: { secret: true, required: true }, n: { type: 'int', default: 1 } }),
      {
        token: 'hunter2',
      },
    )
    expect(resolved.ok && maskParams(resolved)).toEqual({ n: 1, token: '***' })
  })
})

describe('computed parameters', () => {
  const token = (body: string) => `${'$'}{${body}}`
  const resolve = (specs: Record<string, object>, supplied: Record<string, Json> = {}) => {
    const resolved = resolveParams(params(specs), supplied)
    return resolved.ok ? resolved.values : resolved.message
  }
  const domain = { region: { default: 'com' }, domain: { computed: token('map:region|ca=examplecloud|*=example') } }

  it('look up a case, or take the default', () => {
    expect(resolve(domain)).toEqual({ region: 'com', domain: 'example' })
    expect(resolve(domain, { region: 'ca' })).toEqual({ region: 'ca', domain: 'examplecloud' })
  })

  it('come in the order of their references, whatever their names, and are always text', () => {
    const specs = {
      a: { computed: `https://${token('param.b')}/${token('param.n')}` },
      b: { computed: `${token('param.c')}.example` },
      c: { computed: token('map:n|7=seven|*=other') },
      n: { type: 'int', default: 7 },
    }
    expect(resolve(specs)).toEqual({ a: 'https://seven.example/7', b: 'seven.example', c: 'seven', n: 7 })
    expect(resolve({ n: { type: 'int', default: 7 }, t: { computed: token('param.n') } })).toEqual({ n: 7, t: '7' })
  })

  it('may not wait for one another', () => {
    expect(resolve({ b: { computed: token('param.a') }, a: { computed: token('param.b') } })).toBe(
      'interpolation cycle: a -> b',
    )
    expect(resolve({ a: { computed: token('param.a') } })).toBe('interpolation cycle: a')
  })

  it.each([
    [
      token('param.x'),
      "interpolation 'computed param 'p'' references undeclared param 'x' (declare it under top-level `params:`)",
    ],
    [
      token('map:x|*=1'),
      "interpolation 'computed param 'p'' references undeclared param 'x' (declare it under top-level `params:`)",
    ],
    [
      token('env:HOME'),
      `${ERROR}computed param 'p': \`${token('env:HOME')}\` is not allowed — a computed expression may only reference \`${token('param.NAME')}\` or \`${token('map:NAME|case=value|*=default')}\``,
    ],
    [`a ${'$'}{param.n`, `${ERROR}computed param 'p': unterminated \`${'$'}{\` in expression 'a ${'$'}{param.n'`],
    [token('map:n|7'), `${ERROR}computed param 'p': map case '7' is not \`case=value\``],
    [token('map:n|8=x'), `${ERROR}computed param 'p': map has no case for 'n' = '7' and no \`*\` default`],
  ])('cannot be %s', (computed, message) => {
    expect(resolve({ n: { type: 'int', default: 7 }, p: { computed } })).toBe(message)
  })

  it('cannot be supplied', () => {
    expect(resolve(domain, { domain: 'hacked' })).toBe(
      `${ERROR}param 'domain' is \`computed\` and cannot be supplied a value — it is derived from other params`,
    )
  })
})
