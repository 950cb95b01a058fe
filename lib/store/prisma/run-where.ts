import 'server-only'
import { shift } from '@/lib/contract/clock'
import { DEFAULT_POOL } from '@/lib/contract/records/leases'
import type { AmongClause, HasClause, RangeClause, RunClause, WindowClause } from '@/lib/contract/records/run-clauses'
import { marksOf } from '@/lib/derive/run-origin'
import { ts9 } from '@/lib/store/kit/ts9'
import { Prisma } from './client'
import type { PrismaEnv } from './env'
import { looseLike, strictLike } from './like-patterns'

type Sql = Prisma.Sql
type Where = (env: PrismaEnv) => Promise<Sql | null> | Sql | null

/** Longer lists are left to the rows themselves. */
const MOST_VALUES = 500
/** As many as one statement takes well. */
export const FEW_IDS = 10_000
const NOTHING = Prisma.sql`1 = 0`

/**
 * What of a condition a database can say: every run that fits passes, and few others; whoever reads the rows decides.
 * Bodies are looked at as text alone, so that one nobody can read fails no question. Null: it can say nothing.
 */
export async function whereOf(env: PrismaEnv, clause: RunClause): Promise<Sql | null> {
  if ('not' in clause && clause.not === true) return exactly(env, clause)
  return passing(clause)(env)
}

/** Conditions that the columns decide may be turned round; of the others only what is sure to hold may. */
async function exactly(env: PrismaEnv, clause: RunClause): Promise<Sql | null> {
  if (clause.field === 'words' && clause.as_written !== true) return unlike(env, [null, clause.text, null])
  if (clause.field === 'like') return unlike(env, clause.parts)
  const isOfColumns = clause.field in COLUMNS || (clause.field === 'has' && clause.what in COLUMN_TRAITS)
  const where = isOfColumns ? await passing(clause)(env) : null
  return where === null ? null : Prisma.sql`NOT COALESCE(${where}, ${no(env)})`
}
const no = ({ dialect }: PrismaEnv): Sql => (dialect === 'postgres' ? Prisma.sql`false` : Prisma.sql`0`)

function unlike(env: PrismaEnv, parts: readonly (string | null)[]): Sql | null {
  const strict = parts.map((part) => (part === null ? '%' : strictLike(part)))
  if (strict.includes(null)) return null
  return Prisma.sql`(name IS NULL OR NOT ${like(env, Prisma.sql`name`, strict.join(''))})`
}

function passing(clause: RunClause): Where {
  switch (clause.field) {
    case 'words':
      // Nothing is in every name, and in none.
      if (clause.text === '') return () => null
      return (env) => named(env, `%${looseLike(clause.text)}%`, `%${looseLike(clause.text, true)}%`)
    case 'like': {
      if (clause.parts.every((part) => !part)) return () => null
      const pattern = (isJson: boolean) =>
        clause.parts.map((part) => (part === null ? '%' : looseLike(part, isJson))).join('')
      return (env) => named(env, pattern(false), `%${pattern(true)}%`)
    }
    case 'label':
      return (env) => labelled(env, clause.key, clause.value)
    case 'error':
      return (env) => inBody(env, `%"error"%${looseLike(clause.text, true)}%`)
    case 'id_begins':
      return (env) => like(env, Prisma.sql`run_id`, `${looseLike(clause.text)}%`)
    case 'has':
      return COLUMN_TRAITS[clause.what] ?? BODY_TRAITS[clause.what] ?? (() => null)
    case 'rows':
      return (env) => numberIn(env, 'records_written', clause)
    case 'attempt':
    case 'elapsed_secs':
      return (env) => numberIn(env, clause.field, clause)
    case 'started':
    case 'finished':
      return () => within(clause)
    default:
      return amongWhere(clause)
  }
}

const isIn = (column: Sql, values: readonly string[]): Sql =>
  values.length === 0 ? NOTHING : Prisma.sql`${column} IN (${Prisma.join([...values])})`

const COLUMNS: Readonly<Record<string, (any: readonly string[]) => Where>> = {
  status: (any) => () => isIn(Prisma.sql`status`, any),
  name: (any) => () => isIn(Prisma.sql`name`, any),
  owner: (any) => () => isIn(Prisma.sql`owner`, any),
  key: (any) => () => isIn(Prisma.sql`idempotency_key`, any),
  run_id: (any) => () => isIn(Prisma.sql`run_id`, any),
  tenant:
    (any) =>
    async ({ shape }) =>
      (await shape.has('faucet_tenant_runs')) ? isIn(LINKED_TENANT, any) : NOTHING,
  submitted_by:
    (any) =>
    async ({ shape }) =>
      (await shape.has('faucet_serve_runs', 'submitted_by')) ? isIn(Prisma.sql`submitted_by`, any) : NOTHING,
  pool:
    (any) =>
    async ({ shape }) => {
      const hasPools = await shape.has('faucet_serve_runs', 'pool')
      return isIn(hasPools ? Prisma.sql`COALESCE(pool, ${DEFAULT_POOL})` : Prisma.sql`${DEFAULT_POOL}`, any)
    },
}

/** The tenant that a run is linked to: the only thing that says whose it is. */
export const LINKED_TENANT = Prisma.sql`(
  SELECT l.tenant FROM faucet_tenant_runs l WHERE l.run_id = faucet_serve_runs.run_id)`
/** A run works in parts when there are any. */
export const HAS_SHARDS = Prisma.sql`EXISTS (
  SELECT 1 FROM faucet_serve_shards s WHERE s.run_id = faucet_serve_runs.run_id)`

function amongWhere({ field, any }: AmongClause): Where {
  if (any.length > (field === 'run_id' ? FEW_IDS : MOST_VALUES)) return () => null
  const column = COLUMNS[field]
  if (column !== undefined) return column(any)
  const each = (where: (env: PrismaEnv, value: string) => Sql): Where => {
    return (env) =>
      any.length === 0
        ? NOTHING
        : Prisma.sql`(${Prisma.join(
            any.map((one) => where(env, one)),
            ' OR ',
          )})`
  }
  switch (field) {
    case 'pipeline':
      return each((env, value) => Prisma.sql`(name = ${value} OR ${labelled(env, 'pipeline', value)})`)
    case 'trigger':
      return each((env, value) => labelled(env, 'faucet.trigger.name', value))
    case 'template':
      return each((env, value) => labelled(env, 'template', value.replace(/@\d+$/, '')))
    case 'dataset':
      return each((env, value) => inBody(env, `%"dataset_id"%"${looseLike(value, true)}"%`))
    default: {
      const marks = any.map(marksOf)
      if (marks.includes(null)) return () => null
      const members = [...marks.flatMap((labels) => labels ?? []), ...(any.includes('replay') ? ['replay_of'] : [])]
      return (env) =>
        members.length === 0
          ? NOTHING
          : Prisma.sql`(${Prisma.join(
              members.map((name) => inBody(env, `%"${looseLike(name, true)}"%`)),
              ' OR ',
            )})`
    }
  }
}

type Traits = Partial<Record<HasClause['what'], Where>>
const COLUMN_TRAITS: Traits = {
  name: () => Prisma.sql`name IS NOT NULL`,
  owner: () => Prisma.sql`owner IS NOT NULL`,
  key: () => Prisma.sql`idempotency_key IS NOT NULL`,
  cancel: () => Prisma.sql`cancel_requested IS NOT NULL`,
  tenant: async ({ shape }) =>
    (await shape.has('faucet_tenant_runs')) ? Prisma.sql`${LINKED_TENANT} IS NOT NULL` : NOTHING,
  shards: async ({ shape }) => ((await shape.has('faucet_serve_shards')) ? HAS_SHARDS : NOTHING),
}
const BODY_TRAITS: Traits = {
  error: (env) => Prisma.sql`(${inBody(env, '%"error":"%')} OR ${inBody(env, '%"error": "%')})`,
  dlq: ({ dialect }) =>
    dialect === 'postgres'
      ? Prisma.sql`body ~ '"dlq_(partial|all)": ?[1-9]'`
      : Prisma.sql`(body GLOB '*"dlq_partial":[1-9 ]*' OR body GLOB '*"dlq_all":[1-9 ]*')`,
}

/** On Postgres by the rules of C: no locale has a say in what is upper and lower case. */
const like = ({ dialect }: PrismaEnv, column: Sql, pattern: string): Sql =>
  dialect === 'postgres'
    ? Prisma.sql`${column} COLLATE "C" ILIKE ${pattern} ESCAPE '!'`
    : Prisma.sql`${column} LIKE ${pattern} ESCAPE '!'`

/** What a record holds its text holds too, unless it spells it with escapes. */
const inBody = (env: PrismaEnv, pattern: string): Sql =>
  Prisma.sql`(${like(env, Prisma.sql`body`, pattern)} OR body LIKE '%\\u%' ESCAPE '!')`

const labelled = (env: PrismaEnv, key: string, value: string | undefined): Sql => {
  const behind = value === undefined ? '' : `"${looseLike(value, true)}"%`
  return inBody(env, `%"${looseLike(key, true)}"%${behind}`)
}

const named = (env: PrismaEnv, pattern: string, inJson: string): Sql =>
  Prisma.sql`(${like(env, Prisma.sql`name`, pattern)} OR (name IS NULL AND ${inBody(env, `%"pipeline"%${inJson}`)}))`

/** Longer numbers are left to whoever reads the row. */
const DIGITS = 15
const LARGEST = 10 ** DIGITS

/**
 * The first number that bears this name is the run's own: engines write it before everything that could hold another. What
 * does not begin with digits passes. Never a cast of what may be no number: on Postgres that would fail the whole question.
 */
function numberIn({ dialect }: PrismaEnv, name: string, { min, max, above, below }: RangeClause): Sql | null {
  const member = `"${name}":`
  const ends = { least: min ?? above, most: max ?? below }
  const least = ends.least === undefined ? undefined : Math.min(ends.least, LARGEST)
  const most = ends.most === undefined || ends.most >= LARGEST ? undefined : ends.most
  if (least === undefined && most === undefined) return null
  if (dialect === 'sqlite') {
    const digits = Prisma.sql`substr(body, instr(body, ${member}) + ${member.length}, 24)`
    const value = Prisma.sql`CAST(${digits} AS REAL)`
    return Prisma.sql`(instr(body, ${member}) = 0 OR substr(${digits}, 1, 1) NOT BETWEEN '0' AND '9'
      OR (${between(value, least, most)}))`
  }
  // Nothing but digits is cast: the part before the point decides.
  const whole = Prisma.sql`split_part(n.number, '.', 1)`
  const value = Prisma.sql`CAST(${whole} AS BIGINT)`
  return Prisma.sql`(SELECT CASE
    WHEN translate(n.number, '0123456789.', '') = '' AND length(${whole}) BETWEEN 1 AND ${DIGITS}
    THEN ${between(value, least && Math.floor(least), most && Math.ceil(most))} ELSE true END
    FROM (SELECT split_part(translate(left(split_part(body, ${member}, 2), 24), '}', ','), ',', 1) AS number OFFSET 0) n)`
}

const between = (value: Sql, least: number | undefined, most: number | undefined): Sql =>
  Prisma.join(
    [
      ...(least === undefined ? [] : [Prisma.sql`${value} >= ${least}`]),
      ...(most === undefined ? [] : [Prisma.sql`${value} <= ${most}`]),
    ],
    ' AND ',
  )

const CLOCKS_APART_MS = 3_600_000

/** Nothing starts or ends before it was submitted, as far as the clocks of a cluster agree. */
function within({ field, since, until }: WindowClause): Sql | null {
  const latest = until === undefined ? [] : [Prisma.sql`submitted_at <= ${ts9(shift(until, CLOCKS_APART_MS))}`]
  const own =
    field === 'started'
      ? []
      : [
          ...(since === undefined ? [] : [Prisma.sql`finished_at >= ${ts9(since)}`]),
          ...(until === undefined ? [] : [Prisma.sql`finished_at <= ${ts9(until)}`]),
        ]
  const all = [...latest, ...own]
  return all.length === 0 ? null : Prisma.join(all, ' AND ')
}
