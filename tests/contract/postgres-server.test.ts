import { spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { STORE_DEFAULTS } from '@/lib/contract/store-options'
import { systemClock } from '@/lib/runtime/clock'
import { connect } from '@/lib/runtime/connect'
import { openPrismaHistory } from '@/lib/store/prisma/prisma-history'
import { parseHistoryUrl } from '@/lib/store/prisma/url'
import { type KillableServer, startKillableServer } from '../support/postgres-server'
import { sentence, start } from '../support/starting'
import { TLS } from '../support/tls'

const store = { clock: systemClock(), instanceId: 'console', clustered: true, ...STORE_DEFAULTS }

describe('a Postgres server that refuses', { timeout: 60_000 }, () => {
  let server: KillableServer
  beforeAll(async () => {
    server = await startKillableServer({ auth: 'scram-sha-256', password: 'right' })
  })
  afterAll(() => server.remove())
  const begin = (from: string, to: string) => start({ FAUCET_HISTORY: server.url.replace(from, to) })

  it('a wrong password, none, an unknown user or database is one sentence and exit code 1', async () => {
    const at = `Postgres at 127.0.0.1:${server.port}/postgres refuses the login`
    expect(sentence(await begin(':right', ':wrong'))).toContain(`${at}, password authentication failed`)
    expect(sentence(await begin(':right', ''))).toContain(`${at}, the server asks for a password`)
    expect(sentence(await begin('test:', 'nobody:'))).toContain(at)
    expect(sentence(await begin('/postgres', '/nowhere'))).toContain('has no such database')
    expect(JSON.parse((await begin('', '')).stdout)).toMatchObject({ kind: 'postgres', isAway: false, tables: 27 })
  })

  it('never says the password, not even in the log of a server that is away', async () => {
    const { stdout, stderr } = await start({ FAUCET_HISTORY: 'postgres://test:hush-hush@127.0.0.1:1/db' })
    expect(JSON.parse(stdout)).toMatchObject({ isAway: true })
    expect(stderr).toContain('the store is away')
    expect(stderr).not.toContain('hush-hush')
  })

  it('a user who may not make the tables is told so, and one who may only read is shown them', async () => {
    const admin = new pg.Client({ connectionString: server.url })
    await admin.connect()
    await admin.query("CREATE ROLE reader LOGIN PASSWORD 'right'")
    await admin.query('CREATE DATABASE fresh')
    await admin.query('ALTER ROLE reader SET default_transaction_read_only = on')
    const as = (database: string) => ({
      FAUCET_HISTORY: `postgres://reader:right@127.0.0.1:${server.port}/${database}`,
    })
    expect(sentence(await start(as('fresh')))).toContain('holds no history and accepts no writes')
    await admin.query('ALTER ROLE reader RESET default_transaction_read_only')
    expect(sentence(await start(as('fresh')))).toContain('does not let this user work there')
    await start({ FAUCET_HISTORY: server.url })
    await admin.query('GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader')
    await admin.query('ALTER ROLE reader SET default_transaction_read_only = on')
    expect(JSON.parse((await start(as('postgres'))).stdout)).toMatchObject({
      tables: 27,
      readOnly: 'this database server accepts no writes here: the store is shown, not changed',
    })
    await admin.end()
  })
})

describe('a Postgres server that speaks TLS under a certificate of its own', () => {
  it('is reached with every sslmode under which engines reach it, and no other', async () => {
    const server = await startKillableServer({ tls: TLS })
    const encrypted = async (query: string) => {
      const url = parseHistoryUrl(`${server.url}${query}`, tmpdir())
      if (url.kind !== 'postgres') throw new Error('not Postgres')
      const history = await openPrismaHistory(url, store)
      const [row] = await history.env.db.$queryRaw<{ ssl: boolean }[]>`
        SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()`
      await history.close()
      return row?.ssl
    }
    expect(await encrypted('?sslmode=disable')).toBe(false)
    expect(await encrypted('?sslmode=prefer')).toBe(true)
    expect(await encrypted('?sslmode=require')).toBe(true)
    expect(await encrypted('?application_name=me&sslmode=allow')).toBe(true)
    await expect(encrypted('?sslmode=verify-full')).rejects.toMatchObject({ unreachable: true })
    // No waiting makes the certificate another one: a start says so and ends.
    const history = `${server.url}?sslmode=verify-full`
    const started = connect({ history, folder: tmpdir(), store, tell: () => undefined })
    await expect(started).rejects.toThrow(/^The certificate of Postgres at \S+ is not accepted, .+ sslrootcert\.$/)
    await server.remove()
  }, 30_000)

  it('a server without it is reached too, unless TLS is demanded', async () => {
    const server = await startKillableServer()
    const open = (text: string) => {
      const parsed = parseHistoryUrl(text, tmpdir())
      if (parsed.kind !== 'postgres') throw new Error('not Postgres')
      return openPrismaHistory(parsed, store)
    }
    await (await open(`${server.url}?sslmode=prefer`)).close()
    await expect(open(`${server.url}?sslmode=require`)).rejects.toMatchObject({ unreachable: true })
    await server.remove()
  })
})

describe('a process with idle connections', () => {
  it('lives on when the server cuts them', async () => {
    const server = await startKillableServer()
    const script = `
      import { openClient } from '@/lib/store/prisma/client'
      const { db } = openClient({ kind: 'postgres', url: ${JSON.stringify(server.url)} })
      await Promise.all([1, 2, 3].map(() => db.$queryRaw\`SELECT pg_sleep(0.1)::text AS done\`))
      console.log('idle')
      process.stdin.on('data', () => setTimeout(() => { console.log('alive'); process.exit(0) }, 300))`
    const args = ['--conditions=react-server', '--import', 'tsx', '--input-type=module', '-e', script]
    const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
    const said: string[] = []
    child.stdout.setEncoding('utf8').on('data', async (text: string) => {
      said.push(text.trim())
      if (text.includes('idle')) {
        await server.kill()
        child.stdin.write('go on\n')
      }
    })
    const code = await new Promise((resolve) => child.once('close', resolve))
    expect([code, said]).toEqual([0, ['idle', 'alive']])
    await server.remove()
  }, 30_000)
})
