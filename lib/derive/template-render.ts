import { isJsonObject, type Json } from '@/lib/contract/json'
import { lookUp, plainText, type Text } from './params-computed'

export type Rendered = { ok: true; doc: Json } | { ok: false; message: string }
type Values = Readonly<Record<string, Json>>

/**
 * The document with its parameters in their places, keys included, and without their declarations. A text that is nothing
 * but one token becomes the typed value. Every other token stays for whoever executes the run: it is resolved there, and
 * values that were put in are never looked at again.
 */
export function renderTemplate(doc: Json, values: Values): Rendered {
  try {
    if (!isJsonObject(doc)) return { ok: true, doc: render(doc, values) }
    const { params: _, ...rest } = doc
    return { ok: true, doc: render(rest, values) }
  } catch (error) {
    if (error instanceof BadToken) return { ok: false, message: error.message }
    throw error
  }
}

/** Ends the walk. */
class BadToken extends Error {
  override readonly name = 'BadToken'
}

function render(value: Json, values: Values): Json {
  if (typeof value === 'string') return renderText(value, values)
  if (Array.isArray(value)) return value.map((item) => render(item, values))
  if (!isJsonObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [spliced(name, values), render(member, values)]),
  )
}

function renderText(text: string, values: Values): Json {
  const [, body] = /^\$\{([^}]*)\}$/.exec(text) ?? []
  return (body === undefined ? null : boundTo(body, values)) ?? spliced(text, values)
}

/** `$${` is a text that looks like a token; what is not ours stays as it is. */
const spliced = (text: string, values: Values): string =>
  text.replace(/\$\$\{|\$\{([^}]*)\}/g, (whole, body: string | undefined) => {
    if (body === undefined) return '${'
    const value = boundTo(body, values)
    return value === null ? whole : plainText(value)
  })

/** Null: no token of parameters. A parameter is never null. */
function boundTo(body: string, values: Values): Json {
  if (body.startsWith('map:')) return textOf(lookUp(`\${${body}}`, body.slice('map:'.length), values))
  if (!body.startsWith('param.')) return null
  const name = body.slice('param.'.length)
  if (name === '') {
    throw new BadToken(`config error: interpolation '\${${body}}' is missing a param name — write \`\${param.NAME}\``)
  }
  if (name.includes('.')) {
    throw new BadToken(
      `config error: interpolation '\${${body}}' is not a valid param reference — params are scalars, so ` +
        `\`\${param.NAME}\` takes a bare name`,
    )
  }
  const value = Object.hasOwn(values, name) ? values[name] : undefined
  if (value !== undefined) return value
  throw new BadToken(
    `interpolation '\${${body}}' references undeclared param '${name}' (declare it under top-level \`params:\`)`,
  )
}

function textOf(text: Text): string {
  if (text.ok) return text.text
  throw new BadToken(text.message)
}
