import 'server-only'
import { type Principal, seesStoredText } from '@/lib/auth/principal'
import { parseJson, writeJson } from '@/lib/contract/json'
import { TEMPLATE_KINDS } from '@/lib/contract/records/templates'
import { cleanConfig } from '@/lib/derive/clean-config'
import { type Mask, TEMPLATE_MASK } from '@/lib/derive/mask'
import { parseSelector } from '@/lib/derive/template-select'
import type { Ctx } from '@/lib/services/kit/ctx'
import { getTemplate, type TemplateDetail } from '@/lib/services/templates/get-template'
import { listTemplates, type TemplateLine } from '@/lib/services/templates/list-templates'
import { type Field, flag, oneOf, query, refuseQuery } from '../input'
import { extend, item, json, type View } from './list'

const viewWith = (mask: Mask, { principal }: { principal: Principal }): View => ({
  mask: { ...TEMPLATE_MASK, ...mask },
  fits: (body) => typeof body['id'] === 'string' && typeof body['body'] === 'string',
  seesRaw: seesStoredText(principal),
})

/** A line of the list has no config text, whoever reads it. */
const SUMMARY: Mask = { body: () => null, format: () => null }

export const templateList = {
  run: listTemplates,
  input: query({ kind: oneOf(TEMPLATE_KINDS) }),
  answer: (lines: TemplateLine[], ctx: Ctx) =>
    json(
      `{"templates":[${lines
        .map(({ template, state }) => extend(item(template, viewWith(SUMMARY, ctx)), { state: writeJson(state) }))
        .join(',')}]}`,
    ),
}

const cleaned = (printed: string): string => writeJson(cleanConfig(String(parseJson(printed))))

/** A bad selector is refused before the template is looked for. */
const selector: Field = (value, name) => {
  const parsed = parseSelector(value)
  if (!parsed.ok) throw refuseQuery(name, parsed.message)
  return parsed.selector
}

export const templateDetail = {
  run: getTemplate,
  input: query({ version: selector, clean: flag }),
  answer({ template, version, state, launches, isClean }: TemplateDetail, ctx: Ctx) {
    const isWithheld = !seesStoredText(ctx.principal)
    const body = isWithheld ? () => '""' : isClean ? cleaned : undefined
    const members = Object.entries(state).map(([name, value]) => [name, writeJson(value)])
    return json(
      extend(item(template, viewWith(body === undefined ? {} : { body }, ctx)), {
        ...Object.fromEntries(members),
        is_stable: String(state.stable === version),
        launches: writeJson(launches),
        ...(isWithheld && { body_withheld: 'true' }),
      }),
    )
  },
}
