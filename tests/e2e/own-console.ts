import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from '@playwright/test'
import Database from 'better-sqlite3'
import { freePort } from '../support/free-port'
import { sharedData } from '../support/shared-data'

const root = path.resolve(import.meta.dirname, '../..')

/** A console of a test's own, on a copy of an engine-made store that nobody else reads. */
export interface OwnConsole {
  address: string
  /** The store, opened as another process would. */
  store<T>(work: (db: Database.Database) => T): T
  stop(): Promise<void>
}

/** Starts what is built on a copy of that store. */
export async function startConsole(
  [engine, file]: readonly [engine: string, file: string],
  more: Readonly<Record<string, string>> = {},
): Promise<OwnConsole> {
  const folder = mkdtempSync(path.join(tmpdir(), 'console-'))
  const history = path.join(folder, 'history.db')
  copyFileSync(sharedData(engine, file), history)
  chmodSync(history, 0o600)
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, ['lib/cli/start.mjs'], {
    cwd: root,
    env: {
      NODE_ENV: 'production',
      PATH: process.env['PATH'],
      PORT: String(port),
      FAUCET_CONSOLE_DATA: folder,
      FAUCET_HISTORY: `sqlite:${history}`,
      FAUCET_CONSOLE_AUTH_CONFIG: path.join(root, 'tests/support/auth.yaml'),
      ...more,
    },
  })
  const ended = once(child, 'close')
  const isUp = async () => (await fetch(`${address}/readyz`).catch(() => null))?.status
  await expect.poll(isUp, { timeout: 100_000 }).toBe(200)
  return {
    address,
    store(work) {
      const db = new Database(history)
      try {
        db.pragma('busy_timeout = 5000')
        return work(db)
      } finally {
        db.close()
      }
    },
    async stop() {
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Members that beat just now, the others as silent as they were. */
export function beat(db: Database.Database, members: number): void {
  const at = new Date().toISOString().replace('Z', '000000Z')
  db.prepare("UPDATE faucet_serve_instances SET last_heartbeat = '2026-01-01T00:00:00.000000000Z'").run()
  db.prepare(
    `UPDATE faucet_serve_instances SET last_heartbeat = ? WHERE instance_id IN
     (SELECT instance_id FROM faucet_serve_instances ORDER BY instance_id LIMIT ?)`,
  ).run(at, members)
}
