import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { freePort } from '../../support/free-port'

/** Stands where the built server stands, and greets as it does. */
const SERVER = `
const { createServer } = require('node:http')
console.log('   ▲ Next.js 16\\n   - Local: http://127.0.0.1\\n')
createServer((request, answer) => {
  if (process.env.BROKEN) {
    process.stderr.write('The history cannot be opened: it is no database.\\n')
    process.exit(1)
  }
  answer.statusCode = Number(process.env.STATUS ?? 200)
  answer.end(String(process.pid))
}).listen(process.env.PORT, process.env.HOSTNAME)
`

describe('npm start', () => {
  let root = ''
  let port = 0
  beforeEach(async () => {
    root = mkdtempSync(path.join(tmpdir(), 'start-'))
    cpSync('lib/cli', path.join(root, 'lib/cli'), { recursive: true })
    for (const folder of ['public', '.next/static', '.next/standalone']) {
      mkdirSync(path.join(root, folder), { recursive: true })
    }
    writeFileSync(path.join(root, 'public/favicon.svg'), '<svg/>')
    writeFileSync(path.join(root, '.next/standalone/server.js'), SERVER)
    port = await freePort()
  })
  afterEach(() => rmSync(root, { recursive: true, force: true }))

  const start = (env: Record<string, string> = {}, user: object = {}) => {
    const child = spawn(process.execPath, [path.join(root, 'lib/cli/start.mjs')], {
      ...user,
      env: { NODE_ENV: 'production', PATH: process.env['PATH'], INIT_CWD: root, PORT: String(port), ...env },
    })
    const said = { out: '', err: '' }
    child.stdout.on('data', (chunk) => (said.out += chunk))
    child.stderr.on('data', (chunk) => (said.err += chunk))
    const ended = once(child, 'close').then(([code]) => code as number | null)
    return { child, said, ended }
  }
  const startAndWait = async (env: Record<string, string> = {}, user: object = {}) => {
    const started = start(env, user)
    await Promise.race([
      started.ended,
      (async () => {
        while (!started.said.out.includes('keeps its history')) await new Promise((again) => setTimeout(again, 20))
      })(),
    ])
    return started
  }
  const stop = async ({ child, ended }: ReturnType<typeof start>) => {
    child.kill('SIGTERM')
    return ended
  }

  it('prints the address and, at the first start only, a token, and ends well on a signal', async () => {
    const first = await startAndWait()
    expect(first.said.out).toContain(`The console is at http://127.0.0.1:${port}\n`)
    expect(first.said.out).toMatch(/\n {4}[\w-]{32}\n/)
    expect(first.said.out).not.toContain('Next.js')
    expect(existsSync(path.join(root, '.next/standalone/public/favicon.svg'))).toBe(true)
    expect(await stop(first)).toBe(0)

    const second = await startAndWait()
    expect(second.said.out).toContain('The console is at')
    expect(second.said.out).not.toContain('token')
    await stop(second)
  })

  it('counts a server without its store as started', async () => {
    const started = await startAndWait({ STATUS: '503' })
    expect(started.said.out).toContain('The console is at')
    await stop(started)
  })

  it('ends with code 1 and one sentence when the server cannot start, and keeps no token that nobody saw', async () => {
    const { said, ended } = start({ BROKEN: '1' })
    expect(await ended).toBe(1)
    expect(said).toEqual({ out: '', err: 'The history cannot be opened: it is no database.\n' })
    expect(existsSync(path.join(root, 'data/auth.yaml'))).toBe(false)
  })

  describe('with several processes', () => {
    const several = { FAUCET_CONSOLE_PROCESSES: '2' }
    // Connections go round: each question comes by one of its own. One that was handed to a process as it died is lost.
    const pid = () =>
      new Promise<number>((resolve, reject) => {
        get({ host: '127.0.0.1', port, agent: false, timeout: 2_000 }, async (answer) => {
          let text = ''
          for await (const chunk of answer) text += chunk
          resolve(Number(text))
        })
          .once('error', reject)
          .once('timeout', () => reject(new Error('no answer')))
      })
    const pids = async () => new Set([await pid(), await pid(), await pid(), await pid()])
    const isAlive = (one: number) => {
      try {
        return process.kill(one, 0)
      } catch {
        return false
      }
    }

    it('answers from each of them, replaces one that ends, and ends them all', async () => {
      const started = await startAndWait(several)
      expect(started.said.out).not.toContain('Next.js')
      const first = await pids()
      expect(first.size).toBe(2)
      const [victim = 0] = first
      process.kill(victim, 'SIGKILL')
      await expect.poll(async () => (await pids()).size, { timeout: 20_000 }).toBe(2)
      const second = await pids()
      expect(second.has(victim)).toBe(false)
      expect(started.said.err).toBe(`process ${victim} ended (SIGKILL); another takes its place\n`)
      expect(await stop(started)).toBe(0)
      for (const one of second) await expect.poll(() => isAlive(one)).toBe(false)
    })

    it('says once why they cannot start', async () => {
      const { said, ended } = start({ ...several, BROKEN: '1' })
      expect(await ended).toBe(1)
      expect(said).toEqual({ out: '', err: 'The history cannot be opened: it is no database.\n' })
    })

    it.each([
      [{ FAUCET_CONSOLE_PROCESSES: 'many' }, 'must be a number from 1 to 64; it is "many"'],
      [{ ...several, FAUCET_HISTORY: '' }, 'cannot share a history in memory'],
      [{ ...several, FAUCET_CONSOLE_DEMO: '1' }, 'The demo runs in one process'],
    ])('refuses %j', async (env, why) => {
      const { said, ended } = start(env)
      expect(await ended).toBe(1)
      expect(said.err).toContain(why)
      expect(said.err.trimEnd().split('\n')).toHaveLength(1)
    })
  })

  it('says which port is taken', async () => {
    const other = createServer().listen(port, '127.0.0.1')
    await once(other, 'listening')
    const { said, ended } = start()
    expect(await ended).toBe(1)
    expect(said.err).toBe(`Port ${port} on 127.0.0.1 is in use: set PORT or HOST to another.\n`)
    other.close()
  })

  describe('as a user who may not write what is built', () => {
    // Nothing is forbidden to root, who becomes somebody else for this.
    const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
    const built = ['.next/standalone', '.next/standalone/public', '.next/standalone/.next/static']
    const modes = (mode: number) => {
      for (const folder of built) if (existsSync(path.join(root, folder))) chmodSync(path.join(root, folder), mode)
    }
    const data = () => {
      chmodSync(root, 0o755)
      mkdirSync(path.join(root, 'data'))
      chmodSync(path.join(root, 'data'), 0o777)
    }
    afterEach(() => modes(0o755))

    it('starts what is complete', async () => {
      data()
      await stop(await startAndWait())
      modes(0o555)
      rmSync(path.join(root, 'data'), { recursive: true })
      data()
      const second = await startAndWait({}, nobody)
      expect(second.said.err).toBe('')
      expect(await stop(second)).toBe(0)
    })

    it('says what to do about what is not', async () => {
      data()
      modes(0o555)
      const { said, ended } = start({}, nobody)
      expect(await ended).toBe(1)
      expect(said.err).toMatch(/^What is built in \S+ is not complete and may not be completed by this user .*\.\n$/)
    })
  })

  it('says what to do when nothing is built', async () => {
    rmSync(path.join(root, '.next'), { recursive: true })
    const { said, ended } = start()
    expect(await ended).toBe(1)
    expect(said.err).toBe('Nothing is built yet: npm run up does it.\n')
  })
})
