import { parse } from 'yaml'
import { z } from 'zod'

/** What anybody who may read tenants learns of a provider: nothing else of the file ever leaves (governance.md 4.1). */
export interface ConnectProvider {
  name: string
  scopes: readonly string[]
}

/** Says in one sentence what to change; the server does not start. */
export class BadProviders extends Error {
  override readonly name = 'BadProviders'
}

const address = z.string().regex(/^https?:\/\/\S+$/, 'is not an http address')
const given = z.string().trim().min(1, 'must not be blank')

/** The engine's `--connect-providers` file. Unknown keys are refused at every level. */
const ProvidersFile = z.strictObject({
  version: z.literal(1),
  providers: z.array(
    z.strictObject({
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
    }),
  ),
})

/** The providers of the file, by name. Throws `BadProviders`. */
export function readProviders(path: string, text: string): ConnectProvider[] {
  const read = ProvidersFile.safeParse(parsed(path, text))
  if (!read.success) {
    const [issue] = read.error.issues
    throw new BadProviders(`${path}: ${issue?.path.map(String).join('.') || 'the file'} ${issue?.message}`)
  }
  const { providers } = read.data
  if (new Set(providers.map(({ name }) => name)).size !== providers.length) {
    throw new BadProviders(`${path}: two providers share a name`)
  }
  return providers.map(({ name, scopes }) => ({ name, scopes })).sort((a, b) => (a.name < b.name ? -1 : 1))
}

function parsed(path: string, text: string): unknown {
  try {
    return parse(text)
  } catch {
    throw new BadProviders(`${path}: neither YAML nor JSON`)
  }
}
