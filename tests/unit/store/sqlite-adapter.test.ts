import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Db, openClient } from '@/lib/store/prisma/client'
import { SqliteAdapter } from '@/lib/store/prisma/sqlite-adapter'

let folder: string
let file: string
let db: Db
const open = () => openClient({ kind: 'sqlite', file, readonly: false }).db
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'adapter-'))
  file = path.join(folder, 'some.db')
  db = open()
  await db.$executeRaw`CREATE TABLE counter (n INTEGER NOT NULL)`
  await db.$executeRaw`INSERT INTO counter VALUES (0)`
})
afterEach(async () => {
  await db.$disconnect()
  rmSync(folder, { recursive: true, force: true })
})

/** A column declared INTEGER is a bigint, whatever its size. */
const counted = async (from: Db = db) => (await from.$queryRaw<{ n: bigint }[]>`SELECT n FROM counter`)[0]?.n
const another = (...args: string[]) =>
  spawn(process.execPath, [path.resolve(import.meta.dirname, '../../support/lock-holder.mjs'), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
const ended = (child: ReturnType<typeof another>) => new Promise((resolve) => child.once('close', resolve))

describe('transactions', () => {
  it('show nothing to anybody outside before they end', async () => {
    await db.$transaction(async (inside) => {
      await inside.$executeRaw`UPDATE counter SET n = 7`
      expect((await inside.$queryRaw<{ n: bigint }[]>`SELECT n FROM counter`)[0]?.n).toBe(7n)
      expect(await counted()).toBe(0n)
    })
    expect(await counted()).toBe(7n)
  })

  it('do not take writes of others with them when they are taken back', async () => {
    let outside: Promise<number> = Promise.resolve(0)
    const failing = db.$transaction(async (inside) => {
      await inside.$executeRaw`UPDATE counter SET n = 100`
      outside = db.$executeRaw`UPDATE counter SET n = n + 1`.then((changed) => changed)
      await sleep(50)
      throw new Error('taken back')
    })
    await expect(failing).rejects.toThrow('taken back')
    expect(await outside).toBe(1)
    expect(await counted()).toBe(1n)
  })

  it('take turns in one process, and none is lost', async () => {
    const add = () =>
      db.$transaction(async (inside) => {
        const [row] = await inside.$queryRaw<{ n: bigint }[]>`SELECT n FROM counter`
        await sleep(1)
        await inside.$executeRaw`UPDATE counter SET n = ${(row?.n ?? 0n) + 1n}`
      })
    await Promise.all(Array.from({ length: 40 }, add))
    expect(await counted()).toBe(40n)
  })

  it('are all counted when two processes run them at once', async () => {
    const child = another('count', file, '300')
    const done = ended(child)
    for (let at = 0; at < 100; at++) {
      await db.$transaction(async (inside) => {
        const [row] = await inside.$queryRaw<{ n: bigint }[]>`SELECT n FROM counter`
        await inside.$executeRaw`UPDATE counter SET n = ${(row?.n ?? 0n) + 1n}`
      })
    }
    expect(await done).toBe(0)
    expect(await counted()).toBe(400n)
  }, 60_000)

  it('leave the way free after one that failed', async () => {
    for (let round = 0; round < 3; round++) {
      await expect(db.$transaction([db.$executeRaw`UPDATE counter SET n = NULL`])).rejects.toThrow()
      await expect(
        db.$transaction([db.$executeRaw`UPDATE counter SET n = 5`, db.$executeRaw`INSERT INTO nowhere VALUES (1)`]),
      ).rejects.toThrow()
    }
    expect(await counted()).toBe(0n)
    await db.$transaction([db.$executeRaw`UPDATE counter SET n = 1`])
    expect(await counted()).toBe(1n)
  })
})

describe('a lock that another process holds for two seconds', () => {
  it.each([
    ['a write by itself', () => db.$executeRaw`UPDATE counter SET n = n + 1`.then((changed) => changed)],
    [
      'a transaction',
      () => db.$transaction([db.$executeRaw`UPDATE counter SET n = n + 1`]).then(([changed]) => changed),
    ],
  ])(
    'is waited for by %s, while reads go on',
    async (_, write) => {
      const child = another('hold', file, '2000')
      const done = ended(child)
      await new Promise((resolve) => child.stdout.once('data', resolve))
      const began = performance.now()
      const written = write()
      let [reads, stall] = [0, 0]
      let isWritten = false
      written.then(() => {
        isWritten = true
      })
      while (!isWritten) {
        const before = performance.now()
        await db.$queryRaw`SELECT n FROM counter`
        reads++
        await sleep(1)
        stall = Math.max(stall, performance.now() - before)
      }
      expect(await written).toBe(1)
      expect(performance.now() - began).toBeGreaterThan(1_500)
      expect(reads).toBeGreaterThan(10)
      expect(stall).toBeLessThan(1_000)
      await done
      expect(await counted()).toBe(1n)
    },
    30_000,
  )
})

describe('a file', () => {
  it('that we make is in WAL mode, and belongs to its owner alone', () => {
    const other = new Database(file)
    expect(other.pragma('journal_mode', { simple: true })).toBe('wal')
    other.close()
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  it('that somebody else made keeps its journal mode', async () => {
    const theirs = path.join(folder, 'theirs.db')
    const made = new Database(theirs)
    made.exec('CREATE TABLE counter (n INTEGER NOT NULL)')
    made.close()
    const { db: reader } = openClient({ kind: 'sqlite', file: theirs, readonly: false })
    await reader.$executeRaw`INSERT INTO counter VALUES (1)`
    await reader.$disconnect()
    const after = new Database(theirs)
    expect(after.pragma('journal_mode', { simple: true })).toBe('delete')
    after.close()
  })

  it('opened read-only takes no write and is not changed', async () => {
    const { db: reader } = openClient({ kind: 'sqlite', file, readonly: true })
    expect(await counted(reader)).toBe(0n)
    await expect(reader.$executeRaw`UPDATE counter SET n = 1`).rejects.toThrow(/readonly/)
    await expect(reader.$transaction([reader.$executeRaw`UPDATE counter SET n = 1`])).rejects.toThrow(/readonly/)
    await reader.$disconnect()
    expect(await counted()).toBe(0n)
  })

  it('is let go by closing: no handle, no journal', async () => {
    await db.$disconnect()
    expect(existsSync(`${file}-wal`)).toBe(false)
    expect(existsSync(`${file}-shm`)).toBe(false)
    // Nothing of it is kept: the same client opens it again.
    expect(await counted()).toBe(0n)
  })

  it('can be opened by many at the moment it is made', async () => {
    const fresh = path.join(folder, 'fresh.db')
    const adapters = await Promise.all(Array.from({ length: 12 }, () => new SqliteAdapter(fresh).connect()))
    for (const adapter of adapters) await adapter.dispose()
  })
})

describe('statements', () => {
  it('see a column that another program adds to a table they know', async () => {
    const all = () => db.$queryRaw<Record<string, unknown>[]>`SELECT * FROM counter`
    expect(await all()).toEqual([{ n: 0n }])
    const other = new Database(file)
    other.exec("ALTER TABLE counter ADD COLUMN label TEXT DEFAULT 'new'")
    other.close()
    expect(await all()).toEqual([{ n: 0n, label: 'new' }])
  })

  it('keep every digit of a 64-bit number', async () => {
    await db.$executeRaw`UPDATE counter SET n = ${9223372036854775807n}`
    expect(await counted()).toBe(9223372036854775807n)
  })

  it('stay right when more of them are known than are kept', async () => {
    for (let at = 0; at < 700; at++) await db.$queryRawUnsafe(`SELECT n, ${at} AS at FROM counter`)
    expect(await db.$queryRawUnsafe('SELECT n, 3 AS at FROM counter')).toEqual([{ n: 0n, at: 3n }])
  })

  it('give text for bytes that somebody put into a text column', async () => {
    await db.$executeRaw`CREATE TABLE notes (body TEXT)`
    await db.$executeRaw`INSERT INTO notes VALUES (${Buffer.from('as bytes')})`
    expect(await db.$queryRaw`SELECT body FROM notes`).toEqual([{ body: 'as bytes' }])
  })

  it('give what they return, from a write too', async () => {
    expect(await db.$queryRaw`UPDATE counter SET n = n + 1 RETURNING n`).toEqual([{ n: 1n }])
    expect(await db.$executeRaw`UPDATE counter SET n = n + 1 RETURNING n`).toBe(1)
    expect(await counted()).toBe(2n)
  })
})
