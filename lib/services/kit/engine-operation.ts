import { z } from 'zod'
import type { Permission } from '@/lib/auth/permissions'
import { writeJson } from '@/lib/contract/json'
import type { EnginePort, EngineReply, EngineWhere } from '@/lib/contract/ports/engine'
import { AppError } from './app-error'
import type { Ctx } from './ctx'
import type { Scope } from './scope'
import { defineQuery, type Verb } from './use-case'

/** A request as it came, for an engine to answer. */
export interface Asked {
  method: string
  /** Path and query, percent-encoded. */
  target: string
  headers: Readonly<Record<string, string>>
  body: string | null
  /** What query and body say, read: nobody passes U+0000 on, however it is spelled. */
  says: unknown
  signal?: AbortSignal
}

/** Beside what the path names. */
export const EngineInput = z.looseObject({ asked: z.custom<Asked>((value) => typeof value === 'object') })
export type EngineAnswer = Extract<EngineReply, { kind: 'reply' }>

export interface EngineOperation {
  /** Completes the sentence "a running engine is needed to …". */
  todo: string
  /** `any` unless given. */
  where?: EngineWhere
  /** 90 s unless given. */
  timeoutMs?: number
}

/** Status, doctor, plan and previews of engines end within a minute. */
const USUAL_MS = 90_000
/** What reads or writes whole tables. */
export const LONG_MS = 15 * 60_000

/**
 * A verb that an engine carries out. Who may ask is checked here as for every verb and a refusal is filed; then the call
 * goes on with the caller's own token, so that the engine files the right principal and no second row is written.
 */
export const defineEngineOperation = (
  operation: EngineOperation & { label: string; permission: Permission; scope: Scope },
): Verb<typeof EngineInput, EngineAnswer> =>
  defineQuery({
    ...operation,
    input: EngineInput,
    needs: ['engine'],
    run: ({ engine }, { asked }, ctx) => forward(engine, asked, ctx, operation),
  })

/** The same of somebody who asked in another way than by a request: what a POST of it would be. */
export function postOf(target: string, body?: Readonly<Record<string, unknown>>): Asked {
  if (body === undefined) return { method: 'POST', target, headers: {}, body: null, says: null }
  const text = writeJson(body)
  return { method: 'POST', target, headers: { 'content-type': 'application/json' }, body: text, says: body }
}

/** Puts what was asked to an engine. What it answers is the answer; without one, `unavailable` and why. */
export async function forward(
  engine: EnginePort,
  { says: _, ...asked }: Asked,
  { principal, requestId }: Pick<Ctx, 'principal' | 'requestId'>,
  { todo, where = 'any', timeoutMs = USUAL_MS }: EngineOperation,
): Promise<EngineAnswer> {
  const headers = { ...asked.headers, 'x-request-id': requestId }
  const reply = await engine.send({ ...asked, headers, principal: principal.name, where, timeoutMs })
  if (reply.kind === 'reply') return reply
  throw new AppError('unavailable', `a running engine is needed to ${todo}: ${reply.reason}`)
}
