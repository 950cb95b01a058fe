import { type Json, writeJson } from '@/lib/contract/json'

export interface Computed {
  name: string
  text: string
}
export type ComputedOutcome = { ok: true; values: Record<string, Json> } | { ok: false; message: string }
export type Text = { ok: true; text: string } | { ok: false; message: string }

/**
 * Adds computed parameters, always text, in the order their references ask for. An expression knows `${param.NAME}` and
 * `${map:NAME|case=value|*=default}` and nothing else.
 */
export function resolveComputed(computed: readonly Computed[], bound: Readonly<Record<string, Json>>): ComputedOutcome {
  const values: Record<string, Json> = { ...bound }
  let waiting = [...computed]
  while (waiting.length > 0) {
    const ready = waiting.filter(({ text }) => referencesOf(text).every((name) => Object.hasOwn(values, name)))
    if (ready.length === 0) return { ok: false, message: whyStuck(waiting, values, computed) }
    for (const { name, text } of ready) {
      const value = evaluate(name, text, values)
      if (!value.ok) return value
      values[name] = value.text
    }
    waiting = waiting.filter((each) => !ready.includes(each))
  }
  return { ok: true, values: Object.fromEntries(Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1))) }
}

/** Either something is named that nobody declares, or the expressions wait for one another. */
function whyStuck(
  waiting: readonly Computed[],
  values: Readonly<Record<string, Json>>,
  computed: readonly Computed[],
): string {
  const names = new Set(computed.map(({ name }) => name))
  for (const { name, text } of waiting) {
    const missing = referencesOf(text).find((each) => !Object.hasOwn(values, each) && !names.has(each))
    if (missing !== undefined) return undeclared(missing, name)
  }
  return `interpolation cycle: ${waiting
    .map(({ name }) => name)
    .sort()
    .join(' -> ')}`
}

const referencesOf = (text: string): string[] =>
  [...text.matchAll(/\$\{([^}]*)\}/g)].flatMap(([, body = '']) => {
    if (body.startsWith('param.')) return [body.slice('param.'.length).trim()]
    return body.startsWith('map:') ? [body.slice('map:'.length).split('|')[0]?.trim() ?? ''] : []
  })

function evaluate(owner: string, text: string, values: Readonly<Record<string, Json>>): Text {
  let out = ''
  let from = 0
  for (let start = text.indexOf('${'); start !== -1; start = text.indexOf('${', from)) {
    const end = text.indexOf('}', start)
    if (end === -1) return no(owner, `unterminated \`\${\` in expression '${text}'`)
    const part = token(owner, text.slice(start + 2, end), values)
    if (!part.ok) return part
    out += text.slice(from, start) + part.text
    from = end + 1
  }
  return { ok: true, text: out + text.slice(from) }
}

function token(owner: string, body: string, values: Readonly<Record<string, Json>>): Text {
  if (body.startsWith('param.')) {
    const name = body.slice('param.'.length).trim()
    const value = values[name]
    return value === undefined ? { ok: false, message: undeclared(name, owner) } : { ok: true, text: plainText(value) }
  }
  if (body.startsWith('map:')) return lookUp(owner, body.slice('map:'.length), values)
  return no(
    owner,
    `\`\${${body}}\` is not allowed — a computed expression may only reference \`\${param.NAME}\` or ` +
      `\`\${map:NAME|case=value|*=default}\``,
  )
}

/** What `NAME|case=value|*=default` comes to. */
export function lookUp(owner: string, map: string, values: Readonly<Record<string, Json>>): Text {
  const [switchName = '', ...cases] = map.split('|')
  const name = switchName.trim()
  if (name === '') {
    return no(owner, `\`\${map:…}\` is missing the switch param name — write \`\${map:NAME|case=value|*=default}\``)
  }
  const value = values[name]
  if (value === undefined) return { ok: false, message: undeclared(name, owner) }
  const wanted = plainText(value)
  let found: string | undefined
  let otherwise: string | undefined
  for (const each of cases) {
    const equals = each.indexOf('=')
    if (equals === -1) return no(owner, `map case '${each}' is not \`case=value\``)
    const when = each.slice(0, equals).trim()
    if (when === '*') otherwise = each.slice(equals + 1)
    else if (when === wanted) found = each.slice(equals + 1)
  }
  const text = found ?? otherwise
  if (text !== undefined) return { ok: true, text }
  return no(owner, `map has no case for '${name}' = '${wanted}' and no \`*\` default`)
}

const undeclared = (name: string, owner: string): string =>
  `interpolation 'computed param '${owner}'' references undeclared param '${name}' (declare it under top-level \`params:\`)`

/** A value within a text. */
export const plainText = (value: Json): string => (typeof value === 'string' ? value : writeJson(value))

const no = (owner: string, reason: string): { ok: false; message: string } => ({
  ok: false,
  message: `config error: computed param '${owner}': ${reason}`,
})
