import { parse } from 'yaml'
import { z } from 'zod'

/** Where tenants may sign in. Whoever may read tenants learns names and scopes; nothing else ever leaves (governance.md 4.1). */
export type ConnectProvider = Readonly<z.infer<typeof ProviderEntry>>

/** Says in one sentence what to change; the server does not start. */
export class BadProviders extends Error {
  override readonly name = 'BadProviders'
}

const address = z.string().regex(/^https?:\/\/\S+$/, 'is not an http address')
const given = z.string().trim().min(1, 'must not be blank')

const ProviderEntry = z.strictObject({
  name: z.string().regex(/^[a-z0-9][a-z0-9_-]{0,62}$/, 'is not a provider name'),
  authorize_url: address,
  token_url: address,
  client_id: given,
  client_secret: given,
  redirect_base: address,
  scopes: z.array(z.string()).default([]),
  scope_separator: z.string().default(' '),
  extra_authorize_params: z.record(z.string(), z.string()).default({}),
  allowed_redirects: z.array(address).min(1, 'must name at least one address'),
})

/** The engine's `--connect-providers` file. Unknown keys are refused at every level. */
const ProvidersFile = z.strictObject({ version: z.literal(1), providers: z.array(ProviderEntry) })

/** What `${env:NAME}` and `${file:PATH}` stand for; undefined: nothing. */
export type LookUp = (kind: 'env' | 'file', name: string) => string | undefined

/** The providers of the file, by name. Throws `BadProviders`. */
export function readProviders(path: string, text: string, lookUp: LookUp): ConnectProvider[] {
  const read = ProvidersFile.safeParse(resolved(path, parsed(path, text), lookUp))
  if (!read.success) {
    const [issue] = read.error.issues
    throw new BadProviders(`${path}: ${issue?.path.map(String).join('.') || 'the file'} ${issue?.message}`)
  }
  const { providers } = read.data
  if (new Set(providers.map(({ name }) => name)).size !== providers.length) {
    throw new BadProviders(`${path}: two providers share a name`)
  }
  return providers.sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** References are replaced value by value: what one brings in is never read as YAML. */
function resolved(path: string, value: unknown, lookUp: LookUp): unknown {
  if (Array.isArray(value)) return value.map((item) => resolved(path, item, lookUp))
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, resolved(path, member, lookUp)]))
  }
  if (typeof value !== 'string') return value
  const text = value.replace(/\$\{(env|file):([^}]+)\}/g, (whole, kind: 'env' | 'file', name: string) => {
    return lookUp(kind, name.trim()) ?? whole
  })
  // A reference that nobody resolved would be taken for the secret itself.
  if (text.includes('${')) throw new BadProviders(`${path}: a value holds a reference that cannot be resolved here`)
  return text
}

function parsed(path: string, text: string): unknown {
  try {
    return parse(text)
  } catch {
    throw new BadProviders(`${path}: neither YAML nor JSON`)
  }
}
