import { parse } from 'yaml'
import { z } from 'zod'
import type { Principal } from './principal'
import { ROLES } from './roles'

/** A principal with the secret that proves it. The token never leaves the server. */
export interface Credential extends Principal {
  token: string
}

/** Who may approve which change (governance.md 5.3). The first rule whose kinds fit applies. */
export const ApprovalRule = z.strictObject({
  kinds: z.array(z.string()).default([]),
  roles: z.array(z.enum(ROLES)).default([]),
  principals: z.array(z.string()).default([]),
  min_approvers: z.int().min(1).default(1),
  self_approve: z.boolean().default(false),
})
export type ApprovalRule = z.infer<typeof ApprovalRule>

export interface ApprovalPolicy {
  rules: readonly ApprovalRule[]
  /** How long a request waits for its approvals. */
  expireSecs: number
}

/** How callers are told apart: exactly one of the engine's four modes. */
export interface AuthConfig {
  mode: 'token' | 'roles' | 'file' | 'open'
  /** In mode `open` there is none: every caller is `anonymous`. */
  credentials: readonly Credential[]
  approvals: ApprovalPolicy
}

/** Mode `open`: whoever comes is this admin. */
export const ANONYMOUS: Principal = { name: 'anonymous', role: 'admin', tenant: null }

/** What the environment says about callers; empty texts count as not given. */
export interface AuthSettings {
  file?: { path: string; text: string } | null | undefined
  token?: string | null | undefined
  readToken?: string | null | undefined
  writeToken?: string | null | undefined
  adminToken?: string | null | undefined
  open?: boolean
  /** Address the server listens on: `open` is for loopback only. */
  host: string
  /** Value of an environment variable that a token names as `${env:NAME}`. */
  lookUp?: (name: string) => string | undefined
}

/** Says in one sentence what to change; the server does not start. */
export class BadAuthConfig extends Error {
  override readonly name = 'BadAuthConfig'
}

const DEFAULT_EXPIRE_SECS = 86_400
const SLUG = /^[a-z0-9][a-z0-9_-]{0,62}$/

/** The engine's `--auth-config` file, YAML or JSON. Unknown keys are refused at every level. */
const AuthFile = z.strictObject({
  principals: z
    .array(
      z.strictObject({
        name: z.string().min(1, 'must not be empty'),
        token: z.string().min(1, 'must not be empty'),
        role: z.enum(ROLES),
        tenant: z.string().regex(SLUG, 'is not a tenant id').nullish(),
      }),
    )
    .min(1, 'must name at least one principal'),
  approvals: z
    .strictObject({
      expire_secs: z.int().min(1).default(DEFAULT_EXPIRE_SECS),
      rules: z.array(ApprovalRule).default([]),
    })
    .nullish(),
})

/** Resolves the settings to one mode. Throws `BadAuthConfig` when none or several are given, or one is not usable. */
export function readAuth(settings: AuthSettings): AuthConfig {
  const { token, readToken, writeToken, adminToken, open = false } = settings
  const file = settings.file ?? undefined
  const trio = [readToken, writeToken, adminToken].filter(given)
  const chosen = [file !== undefined, given(token), trio.length > 0, open].filter(Boolean).length
  if (chosen === 0) {
    throw new BadAuthConfig('nobody could sign in: give an auth file, a token, or role tokens')
  }
  if (chosen > 1) {
    throw new BadAuthConfig('use one way to tell callers apart: an auth file, one token, role tokens or open access')
  }
  if (file !== undefined) return fromFile(file, settings.lookUp ?? (() => undefined))
  if (given(token)) {
    return {
      mode: 'token',
      credentials: [{ name: 'token', role: 'admin', tenant: null, token }],
      approvals: SELF_APPROVED,
    }
  }
  if (open) {
    if (!isLoopback(settings.host)) {
      throw new BadAuthConfig(`open access is for loopback only, and this server listens on ${settings.host}`)
    }
    return { mode: 'open', credentials: [], approvals: SELF_APPROVED }
  }
  return fromTokens({ readToken, writeToken, adminToken })
}

/** One token, or nobody to tell apart: the admin may approve their own requests. */
const SELF_APPROVED: ApprovalPolicy = {
  rules: [{ kinds: [], roles: ['admin'], principals: [], min_approvers: 1, self_approve: true }],
  expireSecs: DEFAULT_EXPIRE_SECS,
}

function fromTokens(tokens: Pick<AuthSettings, 'readToken' | 'writeToken' | 'adminToken'>): AuthConfig {
  const { readToken, writeToken, adminToken } = tokens
  const credentials: Credential[] = []
  if (given(readToken)) credentials.push({ name: 'read', role: 'viewer', tenant: null, token: readToken })
  if (given(writeToken)) credentials.push({ name: 'write', role: 'operator', tenant: null, token: writeToken })
  if (given(adminToken)) credentials.push({ name: 'admin', role: 'admin', tenant: null, token: adminToken })
  if (credentials.some(({ token }) => token.trim() === '')) throw new BadAuthConfig('a role token must not be blank')
  if (hasRepeats(credentials.map(({ token }) => token))) throw new BadAuthConfig('two role tokens are the same')
  return { mode: 'roles', credentials, approvals: { rules: [], expireSecs: DEFAULT_EXPIRE_SECS } }
}

function fromFile({ path, text }: { path: string; text: string }, lookUp: (name: string) => string | undefined) {
  const read = AuthFile.safeParse(parsed(path, text))
  if (!read.success) {
    const [issue] = read.error.issues
    throw new BadAuthConfig(`${path}: ${issue?.path.map(String).join('.') || 'the file'} ${issue?.message}`)
  }
  const { principals, approvals } = read.data
  const credentials = principals.map((one): Credential => {
    const token = one.token.replace(
      /\$\{env:([A-Za-z_][A-Za-z0-9_]*)\}/g,
      (whole, name: string) => lookUp(name) ?? whole,
    )
    // A reference that nobody resolved would be a password that everybody can read in the file.
    if (token.includes('${')) throw new BadAuthConfig(`${path}: the token of '${one.name}' holds an unresolved \${…}`)
    return { name: one.name, role: one.role, tenant: one.tenant ?? null, token }
  })
  if (hasRepeats(credentials.map(({ name }) => name))) throw new BadAuthConfig(`${path}: two principals share a name`)
  if (hasRepeats(credentials.map(({ token }) => token)))
    throw new BadAuthConfig(`${path}: two principals share a token`)
  return {
    mode: 'file' as const,
    credentials,
    approvals: { rules: approvals?.rules ?? [], expireSecs: approvals?.expire_secs ?? DEFAULT_EXPIRE_SECS },
  }
}

function parsed(path: string, text: string): unknown {
  try {
    return parse(text)
  } catch {
    throw new BadAuthConfig(`${path}: neither YAML nor JSON`)
  }
}

const given = (text: string | null | undefined): text is string => text !== undefined && text !== null && text !== ''
const hasRepeats = (texts: readonly string[]): boolean => new Set(texts).size !== texts.length

/** Does this listening address take local callers only? */
export const isLoopback = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host.trim())
