import type { z } from 'zod'
import type { Permission } from '@/lib/auth/permissions'
import type { Principal } from '@/lib/auth/principal'
import { firstIssue } from '@/lib/contract/body'
import type { Deps } from '@/lib/contract/deps'
import { AppError } from './app-error'
import { type AuditFacts, file } from './audit'
import { authorize } from './authorize'
import type { Ctx, Subject } from './ctx'
import { refuseNul } from './nul'
import { confine, type Scope } from './scope'

interface Spec<I extends z.ZodType<object, object>, N extends keyof Deps, O> {
  /** What a refusal is filed under (http-api.md 3.6). */
  label: string
  permission: Permission
  scope: Scope
  input: I
  /** `run` sees these and no others. */
  needs: readonly N[]
  run(deps: Pick<Deps, N>, input: z.output<I>, ctx: Ctx): Promise<O>
  audit?(output: O, input: z.output<I>): AuditFacts[]
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
export const defineQuery = <I extends z.ZodType<object, object>, N extends keyof Deps, O>(
  spec: Spec<I, N, O>,
): Verb<I, O> => defineVerb(spec, spec.audit ?? (() => []))

/** A write: authorize → validate → act → audit. Without rows of its own it files one under its label. */
export const defineCommand = <I extends z.ZodType<object, object>, N extends keyof Deps, O>(
  spec: Spec<I, N, O>,
): Verb<I, O> => defineVerb(spec, spec.audit ?? (() => [{ action: spec.label }]))

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

function validate<I extends z.ZodType<object, object>>(schema: I, principal: Principal, raw: unknown): z.output<I> {
  refuseNul(raw)
  if (typeof raw !== 'object' || raw === null) throw new AppError('bad_config', 'the input must be an object')
  const parsed = schema.safeParse(confine(principal, raw))
  if (!parsed.success) throw new AppError('bad_config', firstIssue(parsed.error))
  return parsed.data
}
