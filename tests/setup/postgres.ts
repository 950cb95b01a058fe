// A throw-away PostgreSQL for the run: FAUCET_TEST_POSTGRES_URL if set, else the installed server's own binaries, started as an unprivileged user.
import { execFileSync, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type {} from 'vitest' // else the augmentation below finds no module
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
  }
}

function binDir(): string | undefined {
  const base = '/usr/lib/postgresql'
  const dirs = [
    ...(existsSync(base)
      ? readdirSync(base)
          .sort((a, b) => Number(b) - Number(a))
          .map((v) => path.join(base, v, 'bin'))
      : []),
    ...(process.env['PATH'] ?? '').split(':'),
  ]
  return dirs.find((d) => existsSync(path.join(d, 'initdb')))
}
const ids = (name: string) => {
  const n = (f: string) => Number(spawnSync('id', [f, name], { encoding: 'utf8' }).stdout)
  return { uid: n('-u'), gid: n('-g') }
}
const freePort = () =>
  new Promise<number>((ok) => {
    const s = createServer()
    s.listen(0, '127.0.0.1', () => {
      const a = s.address()
      s.close(() => ok(typeof a === 'object' && a ? a.port : 0))
    })
  })

export default async function setup(project: TestProject) {
  if (process.env['FAUCET_TEST_POSTGRES_URL']) {
    project.provide('postgresUrl', process.env['FAUCET_TEST_POSTGRES_URL'])
    return
  }
  const bin = binDir()
  if (!bin) {
    console.warn(
      'no PostgreSQL server found: its tests are skipped (apt-get install postgresql, or set FAUCET_TEST_POSTGRES_URL)',
    )
    project.provide('postgresUrl', '')
    return
  }
  const dir = mkdtempSync(path.join(tmpdir(), 'pg-')),
    data = path.join(dir, 'data'),
    port = await freePort()
  const who: { uid?: number; gid?: number } =
    process.getuid?.() === 0 ? ids(spawnSync('id', ['-u', 'postgres']).status === 0 ? 'postgres' : 'nobody') : {}
  if (who.uid !== undefined && who.gid !== undefined) chownSync(dir, who.uid, who.gid)
  const opt = { ...who, cwd: dir, stdio: 'ignore' as const, env: { ...process.env, LC_ALL: 'C.UTF-8' } }
  execFileSync(
    path.join(bin, 'initdb'),
    ['-D', data, '-U', 'test', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'],
    opt,
  )
  execFileSync(
    path.join(bin, 'pg_ctl'),
    [
      '-D',
      data,
      '-w',
      '-o',
      `-p ${port} -k ${dir} -c listen_addresses=127.0.0.1 -c fsync=off -c synchronous_commit=off -c full_page_writes=off`,
      '-l',
      path.join(dir, 'log'),
      'start',
    ],
    opt,
  )
  project.provide('postgresUrl', `postgresql://test@127.0.0.1:${port}/postgres`)
  return () => {
    spawnSync(path.join(bin, 'pg_ctl'), ['-D', data, '-m', 'immediate', 'stop'], opt)
    rmSync(dir, { recursive: true, force: true })
  }
}
