import 'server-only'
import { ts9 } from '@/lib/store/kit/ts9'
import { classifyError, driverCode } from './classify-error'
import { Prisma } from './client'
import type { PrismaEnv } from './env'

/** Steps to today's tables of the console, in order; a step that was released is never changed, only followed. */
const STEPS: readonly { id: string; statements: readonly Prisma.Sql[] }[] = [
  {
    id: '0001_settings',
    statements: [
      Prisma.sql`CREATE TABLE IF NOT EXISTS faucet_console_settings (name TEXT PRIMARY KEY, value TEXT NOT NULL, set_at TEXT NOT NULL)`,
    ],
  },
  {
    id: '0002_bulk',
    statements: [
      Prisma.sql`CREATE TABLE IF NOT EXISTS faucet_console_bulk (
        id TEXT PRIMARY KEY, kind TEXT NOT NULL, state TEXT NOT NULL, principal TEXT NOT NULL, tenant TEXT,
        created_at TEXT NOT NULL, ended_at TEXT, worker TEXT, lease_expires_at TEXT, body TEXT NOT NULL)`,
      Prisma.sql`CREATE TABLE IF NOT EXISTS faucet_console_bulk_runs (
        bulk_id TEXT NOT NULL, seq TEXT NOT NULL, run_id TEXT NOT NULL, name TEXT, status TEXT NOT NULL,
        outcome TEXT NOT NULL, note TEXT, settled_at TEXT, PRIMARY KEY (bulk_id, seq))`,
      // The work list is asked for what is left of it, again and again.
      Prisma.sql`CREATE INDEX IF NOT EXISTS faucet_console_bulk_runs_outcome_idx
        ON faucet_console_bulk_runs (bulk_id, outcome, seq)`,
    ],
  },
  {
    id: '0003_views',
    statements: [
      Prisma.sql`CREATE TABLE IF NOT EXISTS faucet_console_views (
        owner TEXT NOT NULL, page TEXT NOT NULL, name TEXT NOT NULL, search TEXT NOT NULL, look TEXT NOT NULL,
        is_default TEXT NOT NULL, saved_at TEXT NOT NULL, PRIMARY KEY (owner, page, name))`,
    ],
  },
]
const LEDGER = Prisma.sql`CREATE TABLE IF NOT EXISTS faucet_console_migrations (id TEXT PRIMARY KEY, applied_at TEXT NOT NULL)`

/** Two makers of the same tables at once: one of them meets a key of the database's own catalogue. */
const MADE_MEANWHILE = new Set(['23505', '42P07', '42710'])
const ATTEMPTS = 5

/** Makes the console's own tables where they are missing. Engines look at none of them. */
export async function makeConsoleTables({ db, clock, shape }: PrismaEnv): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      for (const { id, statements } of STEPS) {
        await db.$transaction([
          db.$executeRaw(LEDGER),
          ...statements.map((statement) => db.$executeRaw(statement)),
          db.$executeRaw`
            INSERT INTO faucet_console_migrations (id, applied_at) VALUES (${id}, ${ts9(clock.now())})
            ON CONFLICT (id) DO NOTHING`,
        ])
      }
      shape.forget()
      return
    } catch (error) {
      if (attempt === ATTEMPTS || !MADE_MEANWHILE.has(driverCode(classifyError(error)))) throw error
    }
  }
}
