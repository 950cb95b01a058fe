import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { freePort } from '../support/free-port'

const root = path.resolve(import.meta.dirname, '../..')

test.describe('npm start with nothing but a folder', () => {
  // A whole server starts, perhaps beside others on few cores.
  test.describe.configure({ timeout: 120_000 })
  let data = ''
  test.beforeEach(() => {
    data = mkdtempSync(path.join(tmpdir(), 'first-start-'))
  })
  test.afterEach(() => rmSync(data, { recursive: true, force: true }))

  /** Only what is named here: a variable of the shell would settle what the start is to settle. */
  async function start(env: Record<string, string> = {}) {
    const port = await freePort()
    const child = spawn(process.execPath, ['lib/cli/start.mjs'], {
      cwd: root,
      env: { NODE_ENV: 'production', PATH: process.env['PATH'], PORT: String(port), FAUCET_CONSOLE_DATA: data, ...env },
    })
    const said = { out: '', err: '' }
    child.stdout.on('data', (chunk) => {
      said.out += chunk
    })
    child.stderr.on('data', (chunk) => {
      said.err += chunk
    })
    const ended = once(child, 'close').then(([code]) => Number(code))
    return { said, ended, address: `http://127.0.0.1:${port}`, stop: () => child.kill('SIGTERM') }
  }

  test('makes a store, prints where it is and a token that opens it', async ({ request }) => {
    const started = await start()
    await expect.poll(() => started.said.out, { timeout: 90_000 }).toContain('Sign in with this admin token')
    expect(started.said.out).toContain(`The console is at ${started.address}\n`)
    expect(started.said.out).toContain(`sqlite:${data}/history.db`)
    const token = /\n {4}([\w-]{32})\n/.exec(started.said.out)?.[1]
    const runs = await request.get(`${started.address}/v1/runs`, { headers: { authorization: `Bearer ${token}` } })
    expect(await runs.json()).toEqual({ runs: [] })
    expect((await request.get(`${started.address}/readyz`)).status()).toBe(200)
    started.stop()
    expect(await started.ended).toBe(0)
    expect(started.said.err).toBe('')
  })

  test('ends with one sentence and code 1 on a file that is no database', async () => {
    const file = path.join(data, 'notes.txt')
    writeFileSync(file, 'This is no database, though it is long enough to be taken for one.\n'.repeat(99))
    const started = await start({ FAUCET_HISTORY: `sqlite:${file}` })
    expect(await started.ended).toBe(1)
    expect(started.said.out).toBe('')
    expect(started.said.err).toMatch(/^\S.*notes\.txt is not a SQLite database.*\.\n$/)
  })
})
