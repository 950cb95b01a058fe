import { parse, stringify } from 'yaml'
import { hideConfigSecrets, hideInAddresses, isSecretName } from './config-secrets'
import { HIDDEN } from './mask'

/**
 * A stored config for one viewer, without what is named like a secret. Whoever may see it as it was written gets it so;
 * others get it printed anew, block YAML or indented JSON, and nothing when it cannot be read.
 */
export function shownConfig(
  text: string,
  format: string,
  asWritten: boolean,
): { body: string; redacted: boolean } | null {
  if (asWritten) {
    const body = hideConfigSecrets(text, HIDDEN)
    return { body, redacted: body !== text }
  }
  try {
    const isJson = format === 'json'
    const value: unknown = isJson ? JSON.parse(text) : parse(text, { intAsBigInt: true })
    const before = isJson ? printJson(value) : printYaml(value)
    const body = isJson ? printJson(withoutSecrets(value)) : printYaml(withoutSecrets(value))
    return { body, redacted: body !== before }
  } catch {
    return null
  }
}

const printJson = (value: unknown): string => JSON.stringify(value, null, 2)
const printYaml = (value: unknown): string =>
  stringify(value, { indentSeq: false, lineWidth: 0, singleQuote: true, aliasDuplicateObjects: false })

function withoutSecrets(value: unknown): unknown {
  if (typeof value === 'string') return hideInAddresses(value, HIDDEN)
  if (Array.isArray(value)) return value.map(withoutSecrets)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, isSecretName(name) ? hidden(member) : withoutSecrets(member)]),
  )
}

/** A reference names where the secret is, and an empty value is none. */
function hidden(value: unknown): unknown {
  if (value === null || value === '' || typeof value === 'boolean') return value
  if (typeof value === 'string' && /^\$\{[^}]*\}$/.test(value)) return value
  return HIDDEN
}
