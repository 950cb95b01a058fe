import type { Deps } from '@/lib/contract/deps'
import type { Timestamp } from '@/lib/contract/records/primitives'
import type { RunRecord } from '@/lib/contract/records/runs'
import type { Stored } from '@/lib/contract/stored'
import { matchRank } from '@/lib/derive/match-rank'
import { best, type Found } from './internal'

export interface RunHit {
  run_id: string
  /** Its name, or its pipeline's; null: it has neither. */
  name: string | null
  status: string
  submitted_at: string
}
export interface PipelineHit {
  name: string
  /** Of the runs that were looked at. */
  runs: number
  last: { status: string; submitted_at: string }
}

const RUNS = 6
const PIPELINES = 5
/** Newest runs whose names are looked at. */
const LOOK = 5_000
const NAMES = 200
/** A shorter beginning of an id says nothing. */
const SHORTEST_ID = 4

/** The newest runs, for who has not typed anything yet. */
export async function latestRuns({ runs }: Pick<Deps, 'runs'>, tenant: string | undefined): Promise<RunHit[]> {
  const page = await runs.list({ status: [], limit: RUNS, ...(tenant !== undefined && { tenant }) })
  return page.rows.map(hitOf)
}

/** Runs by their id, its beginning or their idempotency key. */
export async function runsById(
  { runs, insight }: Pick<Deps, 'runs' | 'insight'>,
  words: string,
  tenant: string | undefined,
): Promise<Found<RunHit>[]> {
  const id = words.toLowerCase()
  const [begun, claim] = await Promise.all([
    id.length < SHORTEST_ID ? [] : insight.runsByIdPrefix(id, RUNS, tenant),
    insight.idempotency(words),
  ])
  const found = begun.map((row) => ({ rank: row.columns['run_id'] === id ? 0 : 1, hit: hitOf(row) }))
  // Ids of other making are found whole; and whoever has the key of a run means that run.
  for (const exact of new Set([words, ...(claim === null ? [] : [claim.run_id])])) {
    if (found.some(({ hit }) => hit.run_id === exact)) continue
    const row = await runs.get(exact)
    if (row === null || !isOf(row, tenant)) continue
    found.push({ rank: 0, hit: hitOf(row) })
  }
  return best(found, RUNS)
}

/** Runs and the names of runs that hold the words, among the newest; `reached`: what is older was not looked at. */
export async function byName(
  { insight }: Pick<Deps, 'insight'>,
  words: string,
  tenant: string | undefined,
): Promise<{ runs: Found<RunHit>[]; pipelines: Found<PipelineHit>[]; reached: Timestamp | null }> {
  const search = { status: [], name_contains: words, ...(tenant !== undefined && { tenant }) }
  const { sum, next, reached } = await insight.foldRuns(search, LOOK, {
    start: () => ({ runs: [] as Found<RunHit>[], names: new Map<string, Found<PipelineHit>>() }),
    add(found, row) {
      const hit = hitOf(row)
      const rank = hit.name === null ? null : matchRank(hit.name, words)
      if (rank === null || hit.name === null) return
      // Of each rank the newest few will do.
      if (found.runs.filter((one) => one.rank === rank).length < RUNS) found.runs.push({ rank, hit })
      if (!row.columns['name']?.trim()) return
      const known = found.names.get(hit.name)
      if (known !== undefined) known.hit.runs++
      else if (found.names.size < NAMES) {
        const { name, status, submitted_at } = hit
        found.names.set(name, { rank, hit: { name, runs: 1, last: { status, submitted_at } } })
      }
    },
    bodies: false,
  })
  const names = [...sum.names.values()].sort((a, b) => b.hit.runs - a.hit.runs)
  return {
    runs: best(sum.runs, RUNS),
    pipelines: best(names, PIPELINES),
    reached: next === null ? null : reached,
  }
}

function hitOf({ columns, text }: Stored<RunRecord>): RunHit {
  const { run_id, name, status, submitted_at } = columns
  return {
    run_id: run_id ?? '',
    name: name?.trim() ? name : pipelineIn(text),
    status: status ?? '',
    submitted_at: submitted_at ?? '',
  }
}

/** Read natively: good enough to be looked at. */
function pipelineIn(text: string): string | null {
  try {
    const body: { labels?: { pipeline?: unknown } } | null = JSON.parse(text)
    const name = body?.labels?.pipeline
    return typeof name === 'string' && name.trim() !== '' ? name : null
  } catch {
    return null
  }
}

/** As `own` decides it: a confined caller sees what is linked to their tenant, and cannot see what cannot be read. */
function isOf(row: Stored<RunRecord>, tenant: string | undefined): boolean {
  if (tenant === undefined) return true
  const read = row.read()
  return read.ok && read.record.tenant === tenant
}
