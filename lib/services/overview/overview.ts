import { z } from 'zod'
import type { Deps } from '@/lib/contract/deps'
import type { Timestamp } from '@/lib/contract/records/primitives'
import type { RunRecord, RunSearch } from '@/lib/contract/records/runs'
import { instantText } from '@/lib/derive/instant-text'
import { nanosOf } from '@/lib/derive/instants'
import { addRun, emptySums, runSections } from '@/lib/derive/overview-runs'
import { durationOf, readWindow } from '@/lib/derive/overview-window'
import { AppError } from '../kit/app-error'
import { Labels } from '../kit/run-page'
import { defineQuery } from '../kit/use-case'
import { attention, cost, freshness, orNothing } from './internal'

/** Runs of a window whose bodies are added up; an answer that stopped there says how far it came. */
const LOOK = 20_000
const GOING_LOOK = 10_000
const QUEUED = ['queued', 'pending']
const RUNNING = ['running', 'sharded']
const USUAL_TOP = 10
const MOST_TOP = 50
const USUAL_STALE_AFTER = '24h'

/** What happened in a window and what needs somebody (http-api.md 12): every section from the store, whatever its age. */
export const overview = defineQuery({
  label: 'overview',
  permission: 'run_read',
  scope: 'tenant',
  input: z.object({
    since: z.string().optional(),
    until: z.string().optional(),
    bucket: z.string().optional(),
    pipeline: z.string().optional(),
    pool: z.string().optional(),
    tenant: z.string().optional(),
    stale_after: z.string().optional(),
    top: z.string().optional(),
    labels: Labels.default([]),
  }),
  needs: ['insight', 'usage', 'catalog', 'changes', 'templates'],
  async run(deps, asked, { now, principal }) {
    const read = readWindow(asked, now())
    if (!read.ok) throw new AppError('bad_config', read.message)
    const window = read.value
    const top = topOf(asked.top)
    const staleBefore = staleBeforeOf(asked.stale_after, now())
    const pipeline = asked.pipeline || undefined
    const filter: RunSearch = {
      status: [],
      ...(asked.tenant && { tenant: asked.tenant }),
      ...(asked.pool && { pool: asked.pool }),
      ...(asked.labels.length > 0 && {
        labels: asked.labels.map(({ key, value }) => ({ key, ...(value !== undefined && { value }) })),
      }),
    }
    const { sum, next, reached } = await deps.insight.foldRuns(
      { ...filter, since: window.since, until: window.until },
      LOOK,
      {
        start: () => emptySums(window),
        add: (sums, row) => addRun(sums, row, window, pipeline),
        bodies: true,
      },
    )
    const among = asked.pool || asked.labels.length > 0 ? sum.invocations : null
    const costs = await orNothing(cost(deps.usage, window, { tenant: asked.tenant || undefined, pipeline, among }, top))
    const fresh =
      principal.tenant === null
        ? await orNothing(freshness(deps.catalog, deps.insight, window, staleBefore, top))
        : null
    return {
      since: window.since,
      until: window.until,
      bucket: window.bucket,
      ...runSections(sum, window, top, await going(deps, filter, pipeline)),
      ...(costs !== null && { cost: costs }),
      ...(fresh !== null && { freshness: fresh }),
      attention: await attention(deps, principal.tenant ?? undefined, now()),
      ...(next !== null && reached !== null && { reached }),
    }
  },
})

/** What waits or runs now. The window does not matter. */
async function going(
  { insight }: Pick<Deps, 'insight'>,
  filter: RunSearch,
  pipeline: string | undefined,
): Promise<{ queued: number; running: number }> {
  const nameOf = (run: RunRecord) => run.labels['pipeline'] ?? run.name ?? ''
  const { sum } = await insight.foldRuns({ ...filter, status: [...QUEUED, ...RUNNING] }, GOING_LOOK, {
    start: () => ({ queued: 0, running: 0 }),
    add(sums, row) {
      if (pipeline !== undefined) {
        const read = row.read()
        if (!read.ok || nameOf(read.record) !== pipeline) return
      }
      if (QUEUED.includes(row.columns['status'] ?? '')) sums.queued++
      else sums.running++
    },
    bodies: pipeline !== undefined,
  })
  return sum
}

function topOf(text: string | undefined): number {
  if (!text) return USUAL_TOP
  const top = /^\d{1,4}$/.test(text) ? Number(text) : 0
  if (top >= 1 && top <= MOST_TOP) return top
  throw new AppError('bad_config', `\`top\` must be 1..=${MOST_TOP} (got \`${text}\`)`)
}

function staleBeforeOf(text: string | undefined, now: Timestamp): Timestamp {
  const age = durationOf(text || USUAL_STALE_AFTER)
  if (age !== null && age < nanosOf(now)) return instantText(nanosOf(now) - age)
  throw new AppError('bad_config', `\`stale_after\` must be a duration such as \`24h\` or \`7d\` (got \`${text}\`)`)
}
