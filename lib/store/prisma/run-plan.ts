import 'server-only'
import type { RunClause } from '@/lib/contract/records/run-clauses'
import type { RunSearch } from '@/lib/contract/records/runs'
import { clausesOf } from '@/lib/derive/run-match'
import { ts9 } from '@/lib/store/kit/ts9'
import { Prisma } from './client'
import type { PrismaEnv } from './env'
import { fewLabelled, ofSmallTenant } from './few-runs'
import { hasNameIndex } from './list-runs'
import { FEW_IDS, HAS_SHARDS, LINKED_TENANT, whereOf } from './run-where'

/** How a search is answered. */
export interface RunPlan {
  /** What is left to be asked of the rows themselves. */
  clauses: readonly RunClause[]
  /** The window of time: nothing outside it is looked at. */
  bounds: readonly Prisma.Sql[]
  /** What the database says of the rest. */
  where: readonly Prisma.Sql[]
  /** With `isFew`: what the index says. */
  few: readonly Prisma.Sql[]
  /** Beginnings of an index that is in the order of submission; a row is in one of them. None: every run. */
  ranges: readonly Prisma.Sql[]
  /** An index names all there can be, and they are few: they are asked for at once, not window by window. */
  isFew: boolean
  columns: Prisma.Sql
}

const MOST_RANGES = 20

export async function planRuns(env: PrismaEnv, search: RunSearch): Promise<RunPlan> {
  const all = clausesOf(search)
  const labels = all.filter((clause) => clause.field === 'label').filter(({ not }) => not !== true)
  const labelled = await fewLabelled(env, labels)
  // Where engines keep label rows these answer for the bodies.
  const clauses = labelled === null ? all : all.filter((clause) => !labels.some((label) => label === clause))
  const few = [...(labelled === null ? [] : [labelled]), ...(await ofSmallTenant(env, search.tenant))]
  const where: Prisma.Sql[] = []
  for (const clause of clauses) {
    const said = await whereOf(env, clause)
    if (said === null) continue
    if (await isNarrow(env, clause)) few.push(said)
    else where.push(said)
  }
  const { since, until } = search
  return {
    clauses,
    bounds: [
      ...(since === undefined ? [] : [Prisma.sql`submitted_at >= ${ts9(since)}`]),
      ...(until === undefined ? [] : [Prisma.sql`submitted_at <= ${ts9(until)}`]),
    ],
    where,
    few,
    ranges: await rangesOf(env, clauses),
    isFew: few.length > 0,
    columns: await columnsFor(env, clauses),
  }
}

/** Ids, and names where we were given an index for them. */
async function isNarrow(env: PrismaEnv, clause: RunClause): Promise<boolean> {
  if ('not' in clause && clause.not === true) return false
  if (clause.field === 'run_id') return clause.any.length <= FEW_IDS
  return clause.field === 'name' && (await hasNameIndex(env))
}

/** Of the indexes in the order of submission the one that leaves out most. */
async function rangesOf({ shape }: PrismaEnv, clauses: readonly RunClause[]): Promise<Prisma.Sql[]> {
  const valuesOf = (field: 'status' | 'submitted_by') =>
    clauses.flatMap((clause) => (clause.field === field && clause.not !== true ? [[...new Set(clause.any)]] : []))[0]
  const submitters = valuesOf('submitted_by')
  const isIndexed = await shape.has('faucet_serve_runs', 'submitted_by')
  if (submitters !== undefined && submitters.length > 0 && submitters.length <= MOST_RANGES && isIndexed) {
    return submitters.map((name) => Prisma.sql`submitted_by = ${name}`)
  }
  return (valuesOf('status') ?? []).map((status) => Prisma.sql`status = ${status}`)
}

/** What columns say of a run, and of what stands beside it only if somebody asks. */
async function columnsFor(env: PrismaEnv, clauses: readonly RunClause[]): Promise<Prisma.Sql> {
  const asks = (field: string, what: string) =>
    clauses.some((clause) => clause.field === field || (clause.field === 'has' && clause.what === what))
  const { shape } = env
  const columns = [await runColumnNames(env), Prisma.sql`name, status, submitted_at, finished_at, idempotency_key`]
  if (asks('tenant', 'tenant') && (await shape.has('faucet_tenant_runs'))) {
    columns.push(Prisma.sql`${LINKED_TENANT} AS tenant`)
  }
  if (asks('', 'shards') && (await shape.has('faucet_serve_shards'))) {
    columns.push(Prisma.sql`CASE WHEN ${HAS_SHARDS} THEN '1' END AS shards`)
  }
  return Prisma.join(columns)
}

/** The columns of a run that no body holds. */
export async function runColumnNames({ shape }: PrismaEnv): Promise<Prisma.Sql> {
  const later = []
  for (const name of ['pool', 'submitted_by']) if (await shape.has('faucet_serve_runs', name)) later.push(name)
  return Prisma.raw(['run_id', 'owner', 'lease_expires_at', 'cancel_requested', ...later].join(', '))
}
