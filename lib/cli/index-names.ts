// `npm run index`: our own index on run names, so that an exact name is found in a table of millions.
// A separate command because building it holds SQLite's write lock: an engine of 1.13 that waits five seconds for that
// lock leaves its store until it is restarted. `-- --drop` removes it, `-- --no-engine` says that no engine is running.
import { openClient, Prisma } from '@/lib/store/prisma/client'
import { NAME_INDEX } from '@/lib/store/prisma/list-runs'
import { BadHistoryUrl, parseHistoryUrl } from '@/lib/store/prisma/url'

/** Measured with a warm cache; a cold one takes longer. */
const RUNS_PER_SECOND = 400_000
const LONGEST_LOCK_SECONDS = 4

const say = (text: string) => process.stdout.write(`${text}\n`)

async function main(flags: readonly string[]): Promise<number> {
  const folder = process.env['INIT_CWD'] ?? process.cwd()
  const url = parseHistoryUrl(process.env['FAUCET_HISTORY'] ?? 'sqlite:data/history.db', folder)
  if (url.kind === 'memory')
    throw new BadHistoryUrl('there is nothing to index in memory: set FAUCET_HISTORY to a store')
  const { db, dialect } = openClient(url)
  const name = Prisma.raw(NAME_INDEX)
  try {
    if (flags.includes('--drop')) {
      await db.$executeRaw`DROP INDEX IF EXISTS ${name}`
      say(`${NAME_INDEX} is gone.`)
      return 0
    }
    if (dialect === 'postgres') {
      say('Building the index beside the engine’s work; nothing waits for it.')
      await dropUnfinished(db)
      await db.$executeRaw`CREATE INDEX CONCURRENTLY IF NOT EXISTS ${name} ON faucet_serve_runs USING hash (name)`
    } else {
      const seconds = (await approximateRuns(db)) / RUNS_PER_SECOND
      say(`The write lock of this file will be held for about ${Math.max(1, Math.ceil(seconds))} s.`)
      if (seconds > LONGEST_LOCK_SECONDS && !flags.includes('--no-engine')) {
        say(
          'An engine that waits five seconds for the lock leaves its store until it is restarted. Stop every engine on',
        )
        say('this file first, then run: npm run index -- --no-engine')
        return 1
      }
      await db.$executeRaw`CREATE INDEX IF NOT EXISTS ${name} ON faucet_serve_runs (name, submitted_at)`
    }
    say(`${NAME_INDEX} is ready; a running console notices within a minute.`)
    return 0
  } finally {
    await db.$disconnect()
  }
}

/** An interrupted concurrent build leaves an index that is kept up to date and never used. */
async function dropUnfinished(db: ReturnType<typeof openClient>['db']): Promise<void> {
  const left = await db.$queryRaw<unknown[]>`
    SELECT 1 AS one FROM pg_catalog.pg_class c JOIN pg_catalog.pg_index i ON i.indexrelid = c.oid
    WHERE c.relname = ${NAME_INDEX} AND NOT i.indisvalid`
  if (left.length > 0) await db.$executeRaw`DROP INDEX CONCURRENTLY IF EXISTS ${Prisma.raw(NAME_INDEX)}`
}

/** Rows are appended with rising numbers; deleted ones make this too high, never too low. */
async function approximateRuns(db: ReturnType<typeof openClient>['db']): Promise<number> {
  const [row] = await db.$queryRaw<{ top: number | bigint | null }[]>`SELECT MAX(rowid) AS top FROM faucet_serve_runs`
  return Number(row?.top ?? 0)
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(
      `${error instanceof Error ? (error.message.trim().split('\n').at(-1) ?? '') : String(error)}\n`,
    )
    process.exit(1)
  },
)
