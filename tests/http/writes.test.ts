import { afterAll, describe, expect, it } from 'vitest'
import { isJsonObject, type Json, parseJson } from '@/lib/contract/json'
import { keyOf, type Peek, peek } from '../support/all-rows'
import { ask } from '../support/app-router'
import { masked } from '../support/captures'
import { type EngineStore, emptyDatabase, emptyFile } from '../support/engine-stores'
import { findEngine } from '../support/real-engine'
import type { Row } from '../support/suite'
import {
  firstDifference,
  looseUnder,
  Names,
  type Rows,
  rawBody,
  readRow,
  readSteps,
  type Step,
} from '../support/write-captures'
import { type Consoles, startConsoles } from '../support/write-consoles'
import { begunBefore, DELIBERATE_WRITES, type DeliberateWrite, type Reply } from './deliberate-writes'
import { besideRealEngine } from './writes-engine'

const ENGINE = 'engine-1.13.1'
const STEPS = readSteps(ENGINE, 'writes.jsonl').map(asLarge)
/** The engine of one scenario took 3,000 bytes; this is more than what engines take unless told so. */
function asLarge(step: Step): Step {
  const { scenario, status, request_raw: raw } = step
  return scenario === 'queue-full' && status === 413 ? { ...step, request_raw: raw?.padEnd(1_048_577) ?? '' } : step
}
const SCENARIOS = [...new Set(STEPS.map(({ scenario }) => scenario))]
const STORES: readonly [name: string, open: () => Promise<EngineStore>][] = [
  ['SQLite', async () => emptyFile()],
  ['Postgres', emptyDatabase],
]

/** What a step came to: the answer, and the rows that are others than before. */
interface Outcome {
  reply: Reply
  before: Rows
  after: Rows
}

describe('writes what engine 1.13.1 wrote, asked the same on a fresh store', () => {
  const used = new Set<DeliberateWrite>()
  const tally = new Map<string, { passed: number; failed: number; deliberate: number }>()
  afterAll(() => {
    for (const [name, { passed, failed, deliberate }] of tally) {
      console.log(`${name}: ${passed} passed, ${failed} failed (${deliberate} of them otherwise on purpose)`)
    }
    // What no longer differs must not stay on the list.
    expect(DELIBERATE_WRITES.filter((one) => !used.has(one)).map(({ reason }) => reason)).toEqual([])
  })

  for (const [name, open] of STORES) {
    for (const scenario of SCENARIOS) {
      it(`${scenario} on ${name}`, async () => {
        const store = await open()
        const look = await peek(store.history)
        const consoles = await startConsoles(scenario, { history: store.history, look })
        try {
          const failed = await replay(scenario, { consoles, look, used, count: counterOf(tally, name) })
          expect(failed).toEqual([])
        } finally {
          await consoles.close()
          await look.close()
          await store.remove()
        }
      }, 120_000)
    }
  }
})

const program = findEngine()
if (program !== null) besideRealEngine(program)
else console.log('a real engine beside our writes: left out, there is neither FAUCET_BIN nor faucet on the PATH')

type Count = (how: 'passed' | 'failed' | 'deliberate') => void
function counterOf(tally: Map<string, { passed: number; failed: number; deliberate: number }>, name: string): Count {
  const counts = tally.get(name) ?? { passed: 0, failed: 0, deliberate: 0 }
  tally.set(name, counts)
  return (how) => {
    counts[how]++
  }
}

interface World {
  consoles: Consoles
  look: Peek
  used: Set<DeliberateWrite>
  count: Count
}

async function replay(scenario: string, { consoles, look, used, count }: World): Promise<string[]> {
  const names = new Names()
  const failed: string[] = []
  for (const step of STEPS.filter((one) => one.scenario === scenario)) {
    // What engines did by themselves happens here, too: they share the store.
    if (step.method === null) {
      await carryOver(look, step, names)
      continue
    }
    const deliberate = DELIBERATE_WRITES.find((one) => one.applies(step))
    const token = await consoles.tokenFor(step)
    if (begunBefore(step)) await plant(look, step.rows_before, names)
    const outcome = await take(step, token, look, names)
    const why = await judge(step, outcome, deliberate, { names, look, used, count })
    count(why === null ? 'passed' : 'failed')
    if (why !== null) failed.push(`${scenario} ${step.step} ${step.method} ${step.path} (${step.note ?? ''}): ${why}`)
  }
  return failed
}

async function take(step: Step, token: string | null, look: Peek, names: Names): Promise<Outcome> {
  const rowsBefore = await look.rows()
  const response = await ask(requestOf(step, token, names))
  const reply: Reply = {
    status: response?.status ?? 0,
    type: response?.headers.get('content-type') ?? null,
    location: response?.headers.get('location') ?? null,
    body: (await response?.text()) ?? 'no route of ours',
  }
  const rowsAfter = await look.rows()
  return { reply, before: changed(rowsBefore, rowsAfter), after: changed(rowsAfter, rowsBefore) }
}

function requestOf(step: Step, token: string | null, names: Names): Request {
  const headers = new Headers({ 'x-forwarded-for': '127.0.0.1', host: '127.0.0.1:3000' })
  if (token !== null) headers.set('authorization', `Bearer ${token}`)
  const raw = rawBody(step)
  const body = typeof raw === 'string' ? names.translate(raw) : raw
  if (body !== null && step.request !== undefined) headers.set('content-type', 'application/json')
  for (const [name, value] of Object.entries(step.request_headers ?? {})) {
    if (value === null) headers.delete(name)
    else headers.set(name, value)
  }
  const method = step.method ?? 'GET'
  // A text would bring a content type of its own along.
  const sent =
    body === null || method === 'GET' ? null : new Blob([typeof body === 'string' ? body : new Uint8Array(body)])
  if (sent !== null) headers.set('content-length', String(sent.size))
  return new Request(`http://127.0.0.1:3000${names.translate(step.path)}`, {
    method,
    headers,
    ...(sent && { body: sent }),
  })
}

/** Rows of the first that the second does not have, or has otherwise. */
function changed(these: Rows, those: Rows): Rows {
  const different: Record<string, Row[]> = {}
  for (const [table, rows] of Object.entries(these)) {
    const others = new Map((those[table] ?? []).map((row) => [keyOf(table, row), JSON.stringify(row)]))
    const kept = rows.filter((row) => others.get(keyOf(table, row)) !== JSON.stringify(row))
    if (kept.length > 0) different[table] = kept
  }
  return different
}

/** Why the outcome is not the engine's, nor the deliberate one; null: it is. */
async function judge(
  step: Step,
  outcome: Outcome,
  deliberate: DeliberateWrite | undefined,
  { names, look, used, count }: { names: Names; look: Peek } & Pick<World, 'used' | 'count'>,
): Promise<string | null> {
  if (deliberate === undefined) return difference(step, outcome, names)
  used.add(deliberate)
  // On a copy of the names: a failed comparison must not teach anything.
  if (difference(step, outcome, new Names(names)) === null) return 'is what the engine did: take it off the list'
  count('deliberate')
  const { adjust, holds, isEngines } = deliberate
  const why =
    (adjust === undefined ? null : difference(adjust(step), outcome, names)) ??
    holds?.(outcome.reply, outcome.after, step) ??
    null
  if (isEngines === true) {
    await takeBack(look, outcome)
    await carryOver(look, step, names)
  }
  return why
}

function difference(step: Step, { reply, before, after }: Outcome, names: Names): string | null {
  return (
    answerDifference(step, reply, names) ??
    rowsDifference(step, 'rows_before', before, names) ??
    rowsDifference(step, 'rows_after', after, names)
  )
}

function answerDifference(step: Step, reply: Reply, names: Names): string | null {
  if (reply.status !== step.status) return `status ${reply.status}, engine ${step.status}: ${reply.body.slice(0, 300)}`
  const location = step.headers?.['location'] ?? null
  if (reply.location !== location) return `location ${reply.location}, engine ${location}`
  const kind = kindOf(step.content_type)
  if (kindOf(reply.type) !== kind) return `type ${reply.type}, engine ${step.content_type}`
  // The words of the framework are Rust's.
  if (kind !== 'application/json') return null
  const loose = new Set([...looseUnder(step.volatile, 'body_text#'), ...AGES])
  const shown = (text: string): Json => masked(parsed(text), step.path, ADMINS.includes(step.principal))
  return firstDifference(shown(step.body_text ?? ''), shown(reply.body), { loose, names })
}

/** Counted from whatever the clock says. */
const AGES = ['outputs[].age_secs']

/** Who is shown what was submitted as it is stored. */
const ADMINS: readonly (string | null)[] = ['root-admin', 'second-admin']

const kindOf = (type: string | null): string | null => type?.split(';')[0] ?? null
function parsed(text: string): Json {
  try {
    return parseJson(text)
  } catch {
    return `no JSON: ${text}`
  }
}

function rowsDifference(step: Step, side: 'rows_before' | 'rows_after', ours: Rows, names: Names): string | null {
  const seen = step[side]
  if (seen === undefined) return null
  for (const table of new Set([...Object.keys(seen), ...Object.keys(ours)])) {
    const loose = looseUnder(
      step.volatile.map((path) => path.replace('body#', 'body')),
      `${side}.${table}[]`,
    )
    const [theirs, mine] = [seen[table] ?? [], inOrder(ours[table] ?? [])]
    const why =
      theirs.length === mine.length
        ? firstOf(inOrder(theirs, names).map((row, at) => rowDifference(row, mine[at] ?? {}, { loose, names })))
        : `${mine.length} rows, engine ${theirs.length}: ${JSON.stringify(mine).slice(0, 600)}`
    if (why !== null) return `${side} ${table}: ${why}`
  }
  return null
}

function rowDifference(theirs: Row, ours: Row, how: { loose: ReadonlySet<string>; names: Names }): string | null {
  const why = firstDifference(readRow(theirs), readRow(ours), { ...how, ordered: true })
  return why ?? columnsDifference(ours)
}

/** A column says what the body says, instants in nine digits. */
function columnsDifference(row: Row): string | null {
  const body = row['body'] === undefined || row['body'] === null ? {} : parseJson(row['body'])
  if (!isJsonObject(body)) return null
  for (const [name, text] of Object.entries(row)) {
    const member = body[name]
    if (name === 'body' || typeof member !== 'string' || text === null) continue
    const padded = member.replace(/(?:\.(\d+))?Z$/, (_, digits = '') => `.${String(digits).padEnd(9, '0')}Z`)
    if (text !== member && text !== padded) return `column ${name} is ${text}, its body says ${member}`
  }
  return null
}

/** By what names a row, as it is called here. */
const inOrder = (rows: readonly Row[], names?: Names): Row[] => {
  const placed = rows.map((row) => ({ row, place: names === undefined ? orderOf(row) : names.translate(orderOf(row)) }))
  return placed.sort((a, b) => (a.place < b.place ? -1 : 1)).map(({ row }) => row)
}
const orderOf = (row: Row): string => JSON.stringify(Object.values(row).slice(0, 2))
const firstOf = (found: readonly (string | null)[]): string | null => found.find((one) => one !== null) ?? null

/** Puts the rows there that an engine left, under the names that things have here. */
async function carryOver(look: Peek, step: Step, names: Names): Promise<void> {
  for (const [table, rows] of Object.entries(step.rows_before ?? {})) {
    for (const row of rows) await look.remove(table, translated(row, names))
  }
  await plant(look, step.rows_after, names)
}

/** What a step changed is as it was before. */
async function takeBack(look: Peek, { before, after }: Outcome): Promise<void> {
  for (const [table, rows] of Object.entries(after)) for (const row of rows) await look.remove(table, row)
  for (const [table, rows] of Object.entries(before)) for (const row of rows) await look.put(table, row)
}

/** What an engine filed long ago is filed now, so that it stands where it stood. */
const filedNow = (table: string, row: Row): Row =>
  table === 'faucet_serve_audit' ? { ...row, ts: new Date().toISOString().replace('Z', '000000Z') } : row

async function plant(look: Peek, rows: Rows | undefined, names: Names): Promise<void> {
  for (const [table, group] of Object.entries(rows ?? {})) {
    for (const row of group) await look.put(table, filedNow(table, translated(row, names)))
  }
}

const translated = (row: Row, names: Names): Row =>
  Object.fromEntries(Object.entries(row).map(([name, text]) => [name, text === null ? null : names.translate(text)]))
