import { splitMembers } from '@/lib/contract/body'
import { isJsonObject, type Json, type JsonObject, parseJson, writeJson } from '@/lib/contract/json'
import { hideConfigSecrets } from './config-secrets'
import { isSealedConfig } from './sealed-config'

/** What stands where a secret was. */
export const HIDDEN = '***'

/** What becomes of one member: its new text, null to leave it out, undefined to keep it as it is. */
type Edit = (valueText: string) => string | null | undefined
/** Edits by member name. Only members named here are ever touched. */
export type Mask = Readonly<Record<string, Edit>>

/**
 * A JSON object text with the named members edited, however their names are spelled and however often they stand there.
 * Everything else keeps its bytes. The text is known to be one valid object.
 */
export function applyMask(text: string, mask: Mask): string {
  const kept: string[] = []
  let changed = false
  for (const { name, key, value } of splitMembers(text)) {
    const edited = Object.hasOwn(mask, name) ? mask[name]?.(value) : undefined
    if (edited === undefined) kept.push(`${key}:${value}`)
    else {
      changed = true
      if (edited !== null) kept.push(`${key}:${edited}`)
    }
  }
  return changed ? `{${kept.join(',')}}` : text
}

/** False when the mask has nothing to do for a body with these members. */
export const touches = (mask: Mask, body: object): boolean =>
  Object.keys(mask).some((name) => Object.hasOwn(body, name))

const rewrite =
  (change: (value: Json) => Json): Edit =>
  (text) =>
    writeJson(change(parseJson(text)))

const drop: Edit = () => null

/** A run (records.md 1.2): callback secrets for everybody, the submitted text for all but unscoped admins. */
export const runMask = (seesText: boolean): Mask => (seesText ? RUN_MASK : RUN_MASK_STRICT)
const RUN_MASK: Mask = { callback: rewrite(withoutCallbackSecrets), config_body: rewrite(withoutConfigSecrets) }
const RUN_MASK_STRICT: Mask = { ...RUN_MASK, config_body: drop }

/** A change request: what a run would hide of its payload. */
export const changeMask = (seesText: boolean): Mask => (seesText ? CHANGE_MASK : CHANGE_MASK_STRICT)
const CHANGE_MASK: Mask = { payload: rewrite((payload) => withoutPayloadSecrets(payload, true)) }
const CHANGE_MASK_STRICT: Mask = { payload: rewrite((payload) => withoutPayloadSecrets(payload, false)) }

/** A tenant: addresses and keys of its notifications; their sealed form never leaves. */
export const TENANT_MASK: Mask = { notifications: rewrite(withoutTargets), notifications_sealed: drop }

/** A template: what a secret parameter stands for when nobody gives it. */
export const TEMPLATE_MASK: Mask = { params: rewrite(withoutSecretDefaults) }

function withoutSecretDefaults(params: Json): Json {
  if (!isJsonObject(params)) return {}
  return Object.fromEntries(
    Object.entries(params).map(([name, spec]) => [
      name,
      isJsonObject(spec) && spec['secret'] === true ? change(spec, { default: () => HIDDEN }) : spec,
    ]),
  )
}

/** Whoever sees a submitted text sees it without what is named like a secret. */
function withoutConfigSecrets(text: Json): Json {
  return typeof text === 'string' && !isSealedConfig(text) ? hideConfigSecrets(text, HIDDEN) : HIDDEN
}

/** Header values are secrets, and so is who logs in at an address. What has another shape is hidden whole. */
function withoutCallbackSecrets(callback: Json): Json {
  if (callback === null) return callback
  if (!isJsonObject(callback)) return HIDDEN
  return change(callback, { headers: hideTexts, url: withoutUserInfo })
}

const withoutUserInfo = (url: Json): Json =>
  typeof url === 'string' ? url.replace(/^([^/?#]*\/\/)[^/?#]*@/, '$1') : HIDDEN

function withoutPayloadSecrets(payload: Json, seesText: boolean): Json {
  if (!isJsonObject(payload)) return HIDDEN
  return change(payload, { callback: withoutCallbackSecrets, config: seesText ? withoutConfigSecrets : () => HIDDEN })
}

function withoutTargets(rules: Json): Json {
  if (!Array.isArray(rules)) return []
  return rules.map((rule) =>
    isJsonObject(rule)
      ? change(rule, {
          channel: (channel) => (isJsonObject(channel) ? change(channel, { config: hideTexts }) : HIDDEN),
        })
      : HIDDEN,
  )
}

/** Every text in it, at any depth; numbers, switches and the names of members stay. */
function hideTexts(value: Json): Json {
  if (typeof value === 'string') return HIDDEN
  if (Array.isArray(value)) return value.map(hideTexts)
  if (!isJsonObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, hideTexts(member)]))
}

function change(object: JsonObject, changes: Readonly<Record<string, (value: Json) => Json>>): JsonObject {
  return Object.fromEntries(
    Object.entries(object).map(([name, member]) => {
      const edit = Object.hasOwn(changes, name) ? changes[name] : undefined
      return [name, edit === undefined ? member : edit(member)]
    }),
  )
}
