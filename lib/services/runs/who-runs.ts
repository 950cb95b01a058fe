import { z } from 'zod'
import type { EnginePort } from '@/lib/contract/ports/engine'
import type { Ctx } from '../kit/ctx'
import { defineQuery } from '../kit/use-case'
import { liveMembers, servesDefault } from './internal-submission'

/** Who waits for the page waits no longer for an engine that does not answer. */
const PROBE_MS = 3_000

/**
 * Who would run what is submitted now: the engine that is configured, else members of the cluster that have been seen
 * just now, else nobody. Asked before anybody fills in a form.
 */
export const whoRuns = defineQuery({
  label: 'run.submit',
  permission: 'run_write',
  scope: 'global',
  input: z.object({}),
  needs: ['store', 'engine', 'leases'],
  async run({ store, engine, leases }, _, ctx) {
    const { readOnly, degradedSince } = await store.capabilities()
    const needsApproval = ctx.settings.requireApproval.includes('run')
    const absent = engine.absent()
    if (absent === null) {
      // An engine keeps its own history: what we may write does not matter to it.
      return {
        engine: await probed(engine, ctx),
        no_engine: null,
        members: [],
        store_is_closed: null,
        needs_approval: needsApproval,
      }
    }
    const closed = readOnly ?? (degradedSince === null ? null : 'the history database does not answer')
    const members = closed === null ? await liveMembers(leases) : []
    return {
      engine: null,
      no_engine: absent,
      members: members
        .map((member) => ({
          instance_id: member.instance_id,
          in_flight: member.in_flight,
          max_concurrent: member.max_concurrent,
          pools: member.pools ?? null,
          would_claim: servesDefault(member),
        }))
        .sort((a, b) => (a.instance_id < b.instance_id ? -1 : 1)),
      store_is_closed: closed,
      needs_approval: needsApproval,
    }
  },
})

/** Does it answer, and does it know whoever asks by their own token? */
async function probed(engine: EnginePort, { principal, requestId }: Ctx) {
  const reply = await engine.send({
    method: 'GET',
    target: '/v1/whoami',
    headers: { accept: 'application/json', 'x-request-id': requestId },
    body: null,
    principal: principal.name,
    where: 'any',
    timeoutMs: PROBE_MS,
  })
  if (reply.kind === 'unavailable') return { answers: false, knows_you: false, reason: reply.reason }
  return { answers: true, knows_you: reply.status === 200, reason: null }
}
