import { isJsonObject, type Json } from '@/lib/contract/json'

/** What stands between `${` and `}` in every text of a document, keys included; `$${` is a text that looks like one. */
export function referencesIn(doc: Json): string[] {
  if (typeof doc === 'string') return [...doc.matchAll(/\$\$\{|\$\{([^}]*)\}/g)].flatMap(([, body]) => body ?? [])
  if (Array.isArray(doc)) return doc.flatMap(referencesIn)
  if (!isJsonObject(doc)) return []
  return Object.entries(doc).flatMap(([name, value]) => [...referencesIn(name), ...referencesIn(value)])
}

/** The references of a text that are resolved where it runs, each once, as they are spelled. */
export const referencesOf = (text: string, most = 20): string[] =>
  [...new Set(text.match(/(?<!\$)\$\{(?:env|secret|file|vault|aws|gcp|azure|k8s)[\w-]*:[^}\n]{1,200}\}/g) ?? [])].slice(
    0,
    most,
  )

/** Every text that holds such a thing, for a message that shows it. */
export function textWith(doc: Json, start: string): string | null {
  if (typeof doc === 'string') return referencesIn(doc).some((body) => body.startsWith(start)) ? doc : null
  const parts = Array.isArray(doc) ? doc : isJsonObject(doc) ? [...Object.keys(doc), ...Object.values(doc)] : []
  for (const part of parts) {
    const found = textWith(part, start)
    if (found !== null) return found
  }
  return null
}

/** What a server keeps to itself: no config may have it read out. */
const GUARDED = [
  'FAUCET_VAULT_KEY',
  'FAUCET_VAULT_PREVIOUS_KEYS',
  'FAUCET_SERVE_AUTH_TOKEN',
  'FAUCET_SERVE_READ_TOKEN',
  'FAUCET_SERVE_WRITE_TOKEN',
  'FAUCET_SERVE_ADMIN_TOKEN',
]

/**
 * Why a reference may not be submitted; null: it may. Whoever claims the run resolves it with the engine's own environment,
 * files and secret managers, and the checks that an engine makes when it is asked itself are not made for a row.
 */
export function referenceError(body: string, isTrusted: boolean): string | null {
  const [, scheme, rest = ''] = /^([A-Za-z][A-Za-z0-9_-]*)\s*:(.*)$/s.exec(body.trim()) ?? []
  if (scheme === undefined || scheme === 'map') return null
  if (scheme === 'sealed') return 'a submitted config may not name sealed values of the server'
  const name = rest.trim()
  if (scheme === 'env' && GUARDED.includes(name)) return `a submitted config may not reference \${env:${name}}`
  if (scheme === 'file' && /^\/*proc(\/|$)/.test(name)) return 'a submitted config may not read files under /proc'
  if (isTrusted) return null
  return (
    `a config that holds \${${scheme}:…} may be submitted by an admin who is not confined to a tenant: it is resolved with ` +
    "the engine's own environment, files and secrets"
  )
}
