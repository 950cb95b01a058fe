import { randomUUID } from 'node:crypto'
import Database from 'better-sqlite3'

/** The store behind the console, opened as an engine's process would: beside it, on the same file. */
function opened<T>(work: (db: Database.Database) => T): T {
  const file = process.env['E2E_STORE']
  if (file === undefined) throw new Error('E2E_STORE names no store')
  const db = new Database(file)
  try {
    db.pragma('busy_timeout = 5000')
    return work(db)
  } finally {
    db.close()
  }
}

interface Row {
  run_id?: string
  name: string
  status?: string
  submitted_at: string
  /** Members of the body that matter to the test. */
  body?: object
  /** Stored as it is, instead of a run. */
  text?: string
}

/** Writes a run as engines do: columns and body in one statement. Returns its id. */
export function writeRun({ run_id = randomUUID(), name, status = 'completed', submitted_at, body, text }: Row): string {
  const at = submitted_at.replace(/(?:\.(\d+))?Z$/, (_, digits = '') => `.${digits.padEnd(9, '0')}Z`)
  const over = ['completed', 'failed', 'cancelled'].includes(status)
  const record = {
    run_id,
    name,
    labels: { pipeline: 'e2e' },
    status,
    submitted_at,
    started_at: status === 'queued' ? null : submitted_at,
    finished_at: over ? submitted_at : null,
    elapsed_secs: over ? 0 : null,
    records_written: 0,
    invocations: [],
    error: null,
    idempotency_key: null,
    attempt: 0,
    ...body,
  }
  opened((db) =>
    db
      .prepare(
        `INSERT INTO faucet_serve_runs (run_id, name, status, submitted_at, finished_at, body) VALUES (?, ?, ?, ?, ?, ?)
         ON CONFLICT (run_id) DO UPDATE SET name = excluded.name, status = excluded.status,
         submitted_at = excluded.submitted_at, finished_at = excluded.finished_at, body = excluded.body`,
      )
      .run(run_id, name, status, at, over ? at : null, text ?? JSON.stringify(record)),
  )
  return run_id
}

export const removeRun = (runId: string): void => {
  opened((db) => db.prepare('DELETE FROM faucet_serve_runs WHERE run_id = ?').run(runId))
}

/** Appends log lines after those that are there; sequences as newer engines number them, beyond 2^53. */
export function writeLines(runId: string, texts: readonly string[], from: number): void {
  opened((db) => {
    const insert = db.prepare('INSERT INTO faucet_serve_run_logs (run_id, seq, ts, level, line) VALUES (?, ?, ?, ?, ?)')
    texts.forEach((text, index) => {
      const seq = String(7238556057600000000n + BigInt(from + index)).padStart(20, '0')
      const ts = '2026-11-30T13:31:00.000Z'
      insert.run(runId, seq, ts, 'INFO', `${ts} INFO app: ${text}`)
    })
  })
}

/** The run of an engine-made store by its name, the newest where there are several. */
export function runIdOf(name: string): string {
  const row = opened((db) =>
    db.prepare('SELECT run_id FROM faucet_serve_runs WHERE name = ? ORDER BY submitted_at DESC LIMIT 1').get(name),
  )
  if (typeof row !== 'object' || row === null || !('run_id' in row)) throw new Error(`no run is called ${name}`)
  return String(row.run_id)
}

export const runExists = (runId: string): boolean =>
  opened((db) => db.prepare('SELECT 1 FROM faucet_serve_runs WHERE run_id = ?').get(runId) !== undefined)
