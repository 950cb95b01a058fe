import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import pg from 'pg'
import { ENGINE_TABLES } from '@/lib/store/kit/engine-tables'
import { benchRuns, RUN_COLUMN_NAMES } from './runs'

const BATCH = 5_000

/** A SQLite store of `count` runs in `folder`, made once and kept; with `today` its last run is of just now, and it is kept for that day. */
export function sqliteStore(folder: string, count: number, today?: Date): string {
  const file = path.join(folder, `runs-${count}${today === undefined ? '' : `-${today.toISOString().slice(0, 10)}`}.db`)
  if (existsSync(file)) return file
  mkdirSync(folder, { recursive: true })
  const making = `${file}.making`
  for (const end of ['', '-wal', '-shm']) rmSync(making + end, { force: true })
  const db = new Database(making)
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = OFF')
  for (const statement of ENGINE_TABLES) db.exec(statement)
  const insert = db.prepare(
    `INSERT INTO faucet_serve_runs (${RUN_COLUMN_NAMES.join(', ')}) VALUES (${RUN_COLUMN_NAMES.map(() => '?').join(', ')})`,
  )
  const link = db.prepare('INSERT INTO faucet_tenant_runs (run_id, tenant) VALUES (?, ?)')
  db.exec('BEGIN')
  let done = 0
  for (const { columns, tenant } of benchRuns(count, today?.getTime())) {
    insert.run(...columns)
    if (tenant !== null) link.run(columns[0], tenant)
    if (++done % 100_000 === 0) progress(done, count)
  }
  db.exec('COMMIT')
  db.pragma('wal_checkpoint(TRUNCATE)')
  db.close()
  renameSync(making, file)
  return file
}

/** Calls `work` with the id of a run that somebody is at work on; it is gone again afterwards. */
export async function withLiveRun(history: string, work: (runId: string) => Promise<void>): Promise<void> {
  const [run] = benchRuns(1, Date.now())
  if (run === undefined) throw new Error('no run was made')
  const [runId, name, , submitted, , , owner, , , body] = run.columns
  const live = {
    ...JSON.parse(String(body)),
    status: 'running',
    finished_at: null,
    elapsed_secs: null,
    invocations: [],
  }
  const lease = new Date(Date.now() + 3_600_000).toISOString().replace('Z', '000000Z')
  const columns = [runId, name, 'running', submitted, null, null, owner, lease, null, JSON.stringify(live)]
  const database = await open(history)
  try {
    const marks = columns.map((_, at) => database.mark(at + 1)).join(', ')
    await database.run(`INSERT INTO faucet_serve_runs (${RUN_COLUMN_NAMES.join(', ')}) VALUES (${marks})`, columns)
    await work(String(runId))
  } finally {
    await database.run(`DELETE FROM faucet_serve_runs WHERE run_id = ${database.mark(1)}`, [runId])
    await database.close()
  }
}

/** Does `work` while a run is submitted every second and ends a second later; none of them stays. */
export async function whileChanging<T>(history: string, work: () => Promise<T>): Promise<T> {
  const database = await open(history)
  const [mark, other, third] = [database.mark(1), database.mark(2), database.mark(3)]
  const made: string[] = []
  const end = (runId: string) =>
    database.run(
      `UPDATE faucet_serve_runs SET status = 'completed', finished_at = ${mark}, body = ${other} WHERE run_id = ${third}`,
      [nanos(Date.now()), bodies.get(runId)?.replace('"status":"running"', '"status":"completed"') ?? '', runId],
    )
  const bodies = new Map<string, string>()
  const change = async () => {
    const last = made.at(-1)
    if (last !== undefined) await end(last)
    const runId = `bench-live-${made.length}`
    const submitted = nanos(Date.now())
    const [like] = benchRuns(1, Date.now())
    const body = JSON.stringify({
      ...JSON.parse(String(like?.columns.at(-1))),
      run_id: runId,
      status: 'running',
      submitted_at: submitted,
      finished_at: null,
      elapsed_secs: null,
      invocations: [],
    })
    bodies.set(runId, body)
    const columns = [runId, 'live', 'running', submitted, null, null, 'bench', submitted, null, body]
    const marks = columns.map((_, at) => database.mark(at + 1)).join(', ')
    await database.run(`INSERT INTO faucet_serve_runs (${RUN_COLUMN_NAMES.join(', ')}) VALUES (${marks})`, columns)
    made.push(runId)
  }
  const timer = setInterval(() => void change().catch((error) => console.error(error)), 1_000)
  try {
    return await work()
  } finally {
    clearInterval(timer)
    for (const runId of made) await database.run(`DELETE FROM faucet_serve_runs WHERE run_id = ${mark}`, [runId])
    await database.close()
  }
}

const nanos = (ms: number): string => new Date(ms).toISOString().replace('Z', '000000Z')

type Values = readonly (string | null | undefined)[]

async function open(history: string) {
  if (history.startsWith('sqlite:')) {
    const db = new Database(history.slice('sqlite:'.length), { timeout: 10_000 })
    return {
      mark: () => '?',
      run: async (sql: string, values: Values) => void db.prepare(sql).run(...values),
      close: async () => void db.close(),
    }
  }
  const client = new pg.Client({ connectionString: history })
  await client.connect()
  return {
    mark: (at: number) => `$${at}`,
    run: async (sql: string, values: Values) => void (await client.query(sql, [...values])),
    close: () => client.end(),
  }
}

/** The same runs in a database of that server, made once and kept; returns its address. */
export async function postgresStore(server: string, count: number): Promise<string> {
  const name = `faucet_bench_${count}`
  const address = new URL(server)
  address.pathname = `/${name}`
  const admin = new pg.Client({ connectionString: server })
  await admin.connect()
  try {
    const { rowCount } = await admin.query('SELECT 1 FROM pg_database WHERE datname = $1', [name])
    if (rowCount) return address.href
    await admin.query(`DROP DATABASE IF EXISTS ${name}_making`)
    await admin.query(`CREATE DATABASE ${name}_making`)
    const making = new URL(address)
    making.pathname = `/${name}_making`
    await fillPostgres(making.href, count)
    await admin.query(`ALTER DATABASE ${name}_making RENAME TO ${name}`)
    return address.href
  } finally {
    await admin.end()
  }
}

async function fillPostgres(url: string, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const statement of ENGINE_TABLES) await client.query(statement)
    await client.query('SET synchronous_commit = off')
    let rows: (readonly (string | null)[])[] = []
    let links: [string | null, string][] = []
    let done = 0
    const flush = async () => {
      const columns = RUN_COLUMN_NAMES.map((_, at) => rows.map((row) => row[at] ?? null))
      const arrays = RUN_COLUMN_NAMES.map((_, at) => `$${at + 1}::text[]`).join(', ')
      await client.query(
        `INSERT INTO faucet_serve_runs (${RUN_COLUMN_NAMES.join(', ')}) SELECT * FROM unnest(${arrays})`,
        columns,
      )
      await client.query(
        'INSERT INTO faucet_tenant_runs (run_id, tenant) SELECT * FROM unnest($1::text[], $2::text[])',
        [links.map(([run]) => run), links.map(([, tenant]) => tenant)],
      )
      rows = []
      links = []
    }
    for (const { columns, tenant } of benchRuns(count)) {
      rows.push(columns)
      if (tenant !== null) links.push([columns[0] ?? null, tenant])
      if (rows.length === BATCH) await flush()
      if (++done % 100_000 === 0) progress(done, count)
    }
    await flush()
    await client.query('VACUUM ANALYZE')
  } finally {
    await client.end()
  }
}

const progress = (done: number, count: number) =>
  process.stderr.write(`  ${done.toLocaleString('en')} of ${count.toLocaleString('en')} runs\n`)
