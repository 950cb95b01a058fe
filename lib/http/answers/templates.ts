import 'server-only'
import { type Principal, seesStoredText } from '@/lib/auth/principal'
import { bodyText } from '@/lib/contract/body'
import { parseJson, writeJson } from '@/lib/contract/json'
import { TEMPLATE_KINDS, type TemplateRecord, TemplateRecord as TemplateSchema } from '@/lib/contract/records/templates'
import { stored } from '@/lib/contract/stored'
import { cleanConfig } from '@/lib/derive/clean-config'
import { type Mask, TEMPLATE_MASK } from '@/lib/derive/mask'
import { DeprecateBody, LaunchTemplateBody, RegisterTemplateBody, SetChannelBody } from '@/lib/derive/template-requests'
import { parseSelector } from '@/lib/derive/template-select'
import type { Ctx } from '@/lib/services/kit/ctx'
import { deleteTemplate } from '@/lib/services/templates/delete-template'
import { deprecateTemplate } from '@/lib/services/templates/deprecate-template'
import { deprecateVersion } from '@/lib/services/templates/deprecate-version'
import { getTemplate, type TemplateDetail } from '@/lib/services/templates/get-template'
import { launchTemplate } from '@/lib/services/templates/launch-template'
import { listTemplates, type TemplateLine } from '@/lib/services/templates/list-templates'
import { registerTemplate } from '@/lib/services/templates/register-template'
import { rollBackTemplate } from '@/lib/services/templates/roll-back-template'
import { setChannel } from '@/lib/services/templates/set-channel'
import { checked } from '../checked-body'
import { type Field, field, flag, oneOf, query, refuseQuery } from '../input'
import { extend, item, json, NO_CONTENT, openView, printPlain, type View } from './list'

const viewWith = (mask: Mask, { principal }: { principal: Principal }): View => ({
  mask: { ...TEMPLATE_MASK, ...mask },
  schema: TemplateSchema,
  seesRaw: seesStoredText(principal),
})

/** A line of the list has no config text, whoever reads it. */
const SUMMARY: Mask = { ...TEMPLATE_MASK, body: () => null, format: () => null }
const inList = openView(TemplateSchema, SUMMARY)

export const templateList = {
  run: listTemplates,
  input: query({ kind: oneOf(TEMPLATE_KINDS) }),
  answer(lines: TemplateLine[], ctx: Ctx) {
    const view = inList(ctx)
    const told = lines.map(({ template, state }) => extend(item(template, view), { state: writeJson(state) }))
    return json(`{"templates":[${told.join(',')}]}`)
  },
}

const cleaned = (printed: string): string => writeJson(cleanConfig(String(parseJson(printed))))

/** A bad selector is refused before the template is looked for. */
const selector: Field = field({ type: 'string', description: 'a version number or a channel' }, (value, name) => {
  const parsed = parseSelector(value)
  if (!parsed.ok) throw refuseQuery(name, parsed.message)
  return parsed.selector
})

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

export const templateRegistered = {
  run: registerTemplate,
  input: checked(RegisterTemplateBody),
  answer: ({ record }: { record: TemplateRecord }, ctx: Ctx) => json(summaryText(record, ctx), 201),
}

/** The new version as a line of the list, but for its state. */
function summaryText(record: TemplateRecord, ctx: Ctx): string {
  const text = bodyText(TemplateSchema, record)
  return item(stored(TemplateSchema, {}, text), viewWith(SUMMARY, ctx))
}

interface LaunchedVersion {
  id: string
  version: number
  replaced: number | null
  already_launched: boolean
  status: string
}
const launchedText = ({ id, version, replaced, already_launched, status }: LaunchedVersion) =>
  json(printPlain({ id, version, ...(replaced !== null && { replaced }), already_launched, status }))

export const templateLaunched = { run: launchTemplate, input: checked(LaunchTemplateBody), answer: launchedText }
export const templateRolledBack = { run: rollBackTemplate, answer: launchedText }

export const channelSet = {
  run: setChannel,
  input: checked(SetChannelBody),
  answer: (pointer: { id: string; tag: string; version: number }) => json(printPlain(pointer)),
}
export const templateDeprecated = {
  run: deprecateTemplate,
  input: checked(DeprecateBody),
  answer: (outcome: { id: string; status: string }) => json(printPlain(outcome)),
}
export const versionDeprecated = {
  run: deprecateVersion,
  input: checked(DeprecateBody),
  answer: (outcome: { id: string; version: number; deprecated: boolean }) => json(printPlain(outcome)),
}
export const templateDeleted = {
  run: deleteTemplate,
  input: query({ version: selector, clean: flag }),
  answer: () => NO_CONTENT,
}
