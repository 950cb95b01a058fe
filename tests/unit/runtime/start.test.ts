import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sentence, start } from '../../support/starting'

/** Nobody: permissions that are withheld from others bite. As another user than root they do anyway. */
const isRoot = process.getuid?.() === 0
const OTHER = 65_534
const asOther: Record<string, string> = isRoot ? { USER_ID: String(OTHER) } : {}

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'start-'))
  chmodSync(folder, 0o755)
})
afterEach(() => {
  chmodSync(folder, 0o755)
  rmSync(folder, { recursive: true, force: true })
})
const give = (file: string) => isRoot && chownSync(file, OTHER, OTHER)

describe('a start that no waiting can mend', { timeout: 60_000 }, () => {
  it.each([
    ['mysql://host/db', 'FAUCET_HISTORY: the history address must start with sqlite: or postgres://'],
    ['sqlite:', 'FAUCET_HISTORY: this SQLite address names no file'],
    ['postgres://[host', 'FAUCET_HISTORY: this Postgres address cannot be read'],
  ])('says what is wrong with the address %s', async (history, says) => {
    expect(sentence(await start({ FAUCET_HISTORY: history }))).toContain(says)
  })

  it('says that a file holds no database, however short it is', async () => {
    for (const text of ['x', 'this is a text file, not a database\n'.repeat(400)]) {
      const file = path.join(folder, 'notes.txt')
      writeFileSync(file, text)
      expect(sentence(await start({ FAUCET_HISTORY: `sqlite:${file}` }))).toBe(
        `${file} is not a SQLite database: point FAUCET_HISTORY at the file that the engine writes.`,
      )
      expect(statSync(file).size).toBe(text.length)
    }
  })

  it('says that it is a folder, or that the folder is missing', async () => {
    expect(sentence(await start({ FAUCET_HISTORY: `sqlite:${folder}` }))).toContain(`${folder} is a folder`)
    expect(sentence(await start({ FAUCET_HISTORY: `sqlite:${folder}/not/there.db` }))).toBe(
      `The folder ${folder}/not does not exist: make it, or correct FAUCET_HISTORY.`,
    )
  })

  it('says that it is a pipe or a device, and waits for nobody to write into it', async () => {
    const pipe = path.join(folder, 'pipe')
    execFileSync('mkfifo', [pipe])
    for (const file of [pipe, '/dev/null'])
      expect(sentence(await start({ FAUCET_HISTORY: `sqlite:${file}` }))).toContain(`${file} is no file but a device`)
  })

  it('says that a file which must exist does not', async () => {
    for (const mode of ['ro', 'rw']) {
      const file = path.join(folder, 'none.db')
      expect(sentence(await start({ FAUCET_HISTORY: `sqlite:${file}?mode=${mode}` }))).toContain(
        `There is no file ${file}`,
      )
      expect(statSync(file, { throwIfNoEntry: false })).toBeUndefined()
    }
  })

  it('says whose permissions are missing: those of the file, or of its folder', async () => {
    const file = path.join(folder, 'history.db')
    madeByAnEngine(file)
    give(file)
    chmodSync(file, 0)
    expect(sentence(await start({ FAUCET_HISTORY: `sqlite:${file}`, ...asOther }))).toContain(
      `${file} may not be read by this user`,
    )
    chmodSync(file, 0o600)
    chmodSync(folder, 0o555)
    expect(sentence(await start({ FAUCET_HISTORY: `sqlite:${file}`, ...asOther }))).toContain(
      `The folder ${folder} may not be written by this user`,
    )
    expect(sentence(await start({ FAUCET_HISTORY: `sqlite:${folder}/new.db`, ...asOther }))).toContain(
      `The folder ${folder} may not be written by this user`,
    )
  })

  it('says which variable holds a value that cannot be meant', async () => {
    expect(sentence(await start({ PORT: 'http' }))).toBe('PORT must be a number from 1 to 65535; it is "http".')
    expect(sentence(await start({ FAUCET_CONSOLE_DEMO: 'maybe' }))).toBe(
      'FAUCET_CONSOLE_DEMO must be 1 or 0; it is "maybe".',
    )
  })

  it('says that nobody could sign in', async () => {
    expect(sentence(await start({ FAUCET_CONSOLE_NO_AUTH: '' }))).toContain('nobody could sign in')
    const file = path.join(folder, 'auth.yaml')
    expect(sentence(await start({ FAUCET_CONSOLE_NO_AUTH: '', FAUCET_CONSOLE_AUTH_CONFIG: file }))).toBe(
      `The auth file ${file} cannot be read (ENOENT): correct FAUCET_CONSOLE_AUTH_CONFIG.`,
    )
  })
})

describe('a start that succeeds', { timeout: 60_000 }, () => {
  it('makes a missing file, for its owner alone', async () => {
    const file = path.join(folder, 'new.db')
    const started = await start({ FAUCET_HISTORY: `sqlite:${file}` })
    expect(started.code).toBe(0)
    expect(JSON.parse(started.stdout)).toEqual({ kind: 'sqlite', readOnly: null, isAway: false, tables: 27 })
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  it('shows a file that this user may only read', async () => {
    const file = path.join(folder, 'history.db')
    madeByAnEngine(file)
    give(folder)
    chmodSync(file, 0o444)
    const { readOnly, tables } = JSON.parse((await start({ FAUCET_HISTORY: `sqlite:${file}`, ...asOther })).stdout)
    expect(readOnly).toContain(`may not write ${file}`)
    expect(tables).toBe(1)
  })

  it('keeps everything in memory when no store is named', async () => {
    expect(JSON.parse((await start({ FAUCET_HISTORY: '' })).stdout)).toMatchObject({ kind: 'memory', tables: 27 })
  })

  it('opens a folder whose name needs escaping', async () => {
    const odd = path.join(folder, '100% of it?')
    mkdirSync(odd)
    const history = `sqlite:${encodeURIComponent(odd).replaceAll('%2F', '/')}/history.db`
    expect((await start({ FAUCET_HISTORY: history })).code).toBe(0)
    expect(statSync(path.join(odd, 'history.db')).isFile()).toBe(true)
  })
})

/** In WAL mode, as engines leave their files. */
function madeByAnEngine(file: string): void {
  const db = new Database(file)
  db.pragma('journal_mode = WAL')
  db.exec('CREATE TABLE faucet_serve_audit (id TEXT PRIMARY KEY)')
  db.close()
}
