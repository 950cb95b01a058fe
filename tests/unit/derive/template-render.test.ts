import { expect, it } from 'vitest'
import type { Json } from '@/lib/contract/json'
import { renderTemplate } from '@/lib/derive/template-render'

const VALUES = { name: 'a', count: 7, rate: 0.5, on: true }
const render = (doc: Json) => renderTemplate(doc, VALUES)
const token = (body: string): string => `\${${body}}`

it('puts a value where its token stands alone, as what it is', () => {
  expect(render([token('param.name'), token('param.count'), token('param.rate'), token('param.on')])).toEqual({
    ok: true,
    doc: ['a', 7, 0.5, true],
  })
})

it('puts it into a text, and into a name', () => {
  expect(render({ [`x-${token('param.name')}`]: `${token('param.count')}/${token('param.on')}` })).toEqual({
    ok: true,
    doc: { 'x-a': '7/true' },
  })
})

it('looks cases up', () => {
  const map = token('map:name|a=first|b=second|*=other')
  expect(render([map, `-${map}-`])).toEqual({ ok: true, doc: ['first', '-first-'] })
  expect(render(token('map:name|b=second'))).toMatchObject({ ok: false })
})

it('leaves every other token to whoever executes the run, and never looks at what it put in', () => {
  const others = [token('env:HOME'), token('stream'), `a ${token('secret:x')} b`, '${unclosed']
  expect(render(others)).toEqual({ ok: true, doc: others })
  expect(renderTemplate(token('param.a'), { a: token('param.b'), b: 'x' })).toEqual({ ok: true, doc: token('param.b') })
})

it('takes a doubled sign for a text that only looks like a token', () => {
  expect(render(`$${token('param.name')}`)).toEqual({ ok: true, doc: token('param.name') })
})

it('drops the declarations, whatever stands in them', () => {
  expect(render({ params: { x: { default: token('param.none') } }, a: 1 })).toEqual({ ok: true, doc: { a: 1 } })
})

it.each([
  [token('param.none'), `interpolation '${token('param.none')}' references undeclared param 'none'`],
  [token('param.'), 'is missing a param name'],
  [token('param.a.b'), 'is not a valid param reference'],
])('says what is wrong with %s', (text, message) => {
  expect(render({ deep: [text] })).toEqual({ ok: false, message: expect.stringContaining(message) })
})
