import type { z } from 'zod'
import type { Permission } from '@/lib/auth/permissions'
import type { Principal } from '@/lib/auth/principal'
import { can } from '@/lib/auth/roles'
import { firstIssue } from '@/lib/contract/body'
import type { Deps } from '@/lib/contract/deps'
import type { AuditEntry } from '@/lib/contract/records/audit'
import type { Timestamp } from '@/lib/contract/records/primitives'
import { AppError, notFound } from './app-error'
import { confine, mayName, type Scope } from './scope'

/** Where a verb says what it cannot tell its caller. Facts never hold a token or a secret. */
export interface Log {
  warn(event: string, facts?: Readonly<Record<string, unknown>>): void
}

/** Everything a verb knows of the world: it has no other way to time, ids or hashes. */
export interface Ctx {
  principal: Principal
  deps: Deps
  now(): Timestamp
  /** UUIDv7. */
  newId(): string
  sha256(text: string): string
  requestId: string
  /** Address of the socket's peer; null: not called over the network. */
  sourceIp: string | null
  log: Log
}

/** What an audit row says beyond who, when and from where. `result` is `ok` unless given. */
export type AuditFacts = Pick<AuditEntry, 'run_id' | 'config_fingerprint' | 'tenant' | 'target' | 'detail'> & {
  action: string
  result?: string
}

/** What the address alone names, before any body or query was looked at. */
export interface Subject {
  run_id?: unknown
  tenant?: unknown
}

interface Spec<I extends z.ZodType<object, object>, N extends keyof Deps, O> {
  /** What a refusal is filed under (http-api.md 3.6). */
  label: string
  permission: Permission
  scope: Scope
  input: I
  /** `run` sees these and no others. */
  needs: readonly N[]
  run(deps: Pick<Deps, N>, input: z.output<I>, ctx: Ctx): Promise<O>
}

/** A use case: call it, or `ask` it when the input may be read only once the caller was let in. */
export interface Verb<I extends z.ZodType<object, object>, O> {
  (ctx: Ctx, input: z.input<I>): Promise<O>
  ask(ctx: Ctx, subject: Subject, read: () => unknown): Promise<O>
  readonly label: string
  readonly permission: Permission
  readonly scope: Scope
}

/** A read: authorize → validate → act. The few reads that engines file name their rows. */
export function defineQuery<I extends z.ZodType<object, object>, N extends keyof Deps, O>(
  spec: Spec<I, N, O> & { audit?: (output: O, input: z.output<I>) => AuditFacts[] },
): Verb<I, O> {
  return defineVerb(spec, spec.audit ?? (() => []))
}

/** A write: authorize → validate → act → audit. Without rows of its own it files one under its label. */
export function defineCommand<I extends z.ZodType<object, object>, N extends keyof Deps, O>(
  spec: Spec<I, N, O> & { audit?: (output: O, input: z.output<I>) => AuditFacts[] },
): Verb<I, O> {
  return defineVerb(spec, spec.audit ?? (() => [{ action: spec.label }]))
}

function defineVerb<I extends z.ZodType<object, object>, N extends keyof Deps, O>(
  spec: Spec<I, N, O>,
  audit: (output: O, input: z.output<I>) => AuditFacts[],
): Verb<I, O> {
  const { label, permission, scope } = spec
  async function ask(ctx: Ctx, subject: Subject, read: () => unknown): Promise<O> {
    refuseNul(subject)
    await authorize(ctx, spec, subject)
    const input = validate(spec.input, ctx.principal, await read())
    const output = await spec.run(ctx.deps, input, ctx)
    for (const facts of audit(output, input)) await file(ctx, facts)
    return output
  }
  const verb = (ctx: Ctx, input: z.input<I>) => ask(ctx, input as Subject, () => input)
  return Object.assign(verb, { ask, label, permission, scope })
}

/** Role first, then tenant: another tenant's address does not exist, everything else is refused and filed. */
export async function authorize(
  ctx: Ctx,
  { label, permission, scope }: { label: string; permission: Permission; scope: Scope },
  subject: Subject,
): Promise<void> {
  const { principal } = ctx
  if (!can(principal.role, permission)) {
    const { run_id } = subject
    await file(ctx, { action: label, result: 'denied', ...(typeof run_id === 'string' && { run_id }) })
    throw forbiddenByRole(principal)
  }
  if (!mayName(principal, subject.tenant)) throw notFound()
  if (principal.tenant !== null && scope === 'global') {
    await file(ctx, { action: label, result: 'denied' })
    throw new AppError(
      'forbidden',
      `principal '${principal.name}' is confined to tenant '${principal.tenant}' and may not perform this action`,
    )
  }
}

export const forbiddenByRole = ({ name, role }: Principal): AppError =>
  new AppError('forbidden', `principal '${name}' (role ${role}) is not permitted to perform this action`)

function validate<I extends z.ZodType<object, object>>(schema: I, principal: Principal, raw: unknown): z.output<I> {
  refuseNul(raw)
  if (typeof raw !== 'object' || raw === null) throw new AppError('bad_config', 'the input must be an object')
  const parsed = schema.safeParse(confine(principal, raw))
  if (!parsed.success) throw new AppError('bad_config', firstIssue(parsed.error))
  return parsed.data
}

/**
 * Writes one audit row in the principal's name. Never fails the action and never vanishes: what cannot be filed is logged.
 */
export async function file(ctx: Ctx, { action, result = 'ok', ...facts }: AuditFacts): Promise<void> {
  const { principal, sourceIp } = ctx
  const tenant = facts.tenant ?? principal.tenant ?? undefined
  const entry: AuditEntry = {
    id: ctx.newId(),
    timestamp: ctx.now(),
    principal: principal.name,
    role: principal.role,
    action,
    ...facts,
    ...(sourceIp !== null && { source_ip: sourceIp }),
    ...(tenant !== undefined && { tenant }),
    result,
  }
  try {
    await ctx.deps.audit.record(entry)
  } catch (error) {
    ctx.log.warn('audit row not written', { action, result, principal: principal.name, error: String(error) })
  }
}

/** One U+0000 in a value takes engines off a Postgres store until restart: no input of ours may hold one. */
export function refuseNul(input: unknown): void {
  if (holdsNul(input)) throw new AppError('bad_config', 'the input holds the character U+0000, which no store may hold')
}

function holdsNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\u0000')
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(value)) return value.some(holdsNul)
  return Object.entries(value).some(([name, member]) => name.includes('\u0000') || holdsNul(member))
}
