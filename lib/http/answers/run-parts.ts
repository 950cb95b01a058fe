import 'server-only'
import { writeJson } from '@/lib/contract/json'
import { INVOCATION_ORDERS } from '@/lib/contract/records/invocations'
import { applyMask, type Mask, runMask } from '@/lib/derive/mask'
import type { Ctx } from '@/lib/services/kit/ctx'
import { getInvocation } from '@/lib/services/runs/get-invocation'
import { getRunHead } from '@/lib/services/runs/get-run-head'
import { getRunNeighbours } from '@/lib/services/runs/get-run-neighbours'
import { getSubmittedText } from '@/lib/services/runs/get-submitted-text'
import { listInvocations } from '@/lib/services/runs/list-invocations'
import { listShards } from '@/lib/services/runs/list-shards'
import { flag, oneOf, query, text, whole } from '../input'
import { type Answer, json, printPlain, stub } from './list'
import { viewFor } from './runs'

/** A run without what has a tab, or a digest, of its own. */
const HEAD: Mask = {
  ...runMask(false),
  invocations: () => null,
  doctor_report: () => null,
}

const NOTHING_KEPT = { has_config: false, budget: null }

type Head = Awaited<ReturnType<typeof getRunHead>>

/** For the pages of a run: the run as stored, masked, without its invocations, and what they come to. */
export const runHead = {
  run: getRunHead,
  answer({ row, read, facts }: Head, { principal }: Ctx): Answer {
    const run = read.ok ? applyMask(row.text, HEAD) : stub(row, read.reason, viewFor(principal))
    const digest = read.ok ? exact(read.digest) : 'null'
    const more = exact({ ...facts, ...(read.ok ? read.kept : NOTHING_KEPT) })
    return json(`{"run":${run},"digest":${digest},"facts":${more}}`)
  },
}

export const runInvocations = {
  run: listInvocations,
  input: query({
    limit: whole,
    order: oneOf(INVOCATION_ORDERS),
    is_descending: flag,
    status: text,
    kind: oneOf(['rows', 'children']),
    words: text,
  }),
  answer: (page: object) => json(exact(page)),
}

export const runNeighbours = { run: getRunNeighbours, answer: (near: object) => json(printPlain(near)) }

export const runInvocation = {
  run: getInvocation,
  input: query({ row: text, parent: text }),
  answer: (one: object) => json(exact(one)),
}

export const runText = { run: getSubmittedText, answer: (shown: object) => json(printPlain(shown)) }

export const runShards = {
  run: listShards,
  input: query({ after: text, status: text }),
  answer: (page: object) => json(exact(page)),
}

/** The native printer is the fast one; it refuses what only the exact one can print. */
function exact(value: object): string {
  try {
    return printPlain(value)
  } catch {
    return writeJson(value)
  }
}
