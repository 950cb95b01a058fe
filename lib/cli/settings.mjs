// What the server is started with: what the environment says, and files made once for what it leaves open.
import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Stop } from './progress.mjs'

/** Any of these settles who may sign in: the engine's own variables, or a file. */
const AUTH = [
  'FAUCET_CONSOLE_AUTH_CONFIG',
  'FAUCET_SERVE_AUTH_TOKEN',
  'FAUCET_SERVE_READ_TOKEN',
  'FAUCET_SERVE_WRITE_TOKEN',
  'FAUCET_SERVE_ADMIN_TOKEN',
]
const FILES = ['FAUCET_CONSOLE_AUTH_CONFIG', 'FAUCET_CONSOLE_SESSION_KEY_FILE', 'FAUCET_CONNECT_PROVIDERS']
const OFF = ['', '0', 'false', 'no', 'off']
const isOn = (text) => !OFF.includes((text ?? '').trim().toLowerCase())

/**
 * The server's environment. Relative paths are taken from `folder`, where the command was given, and passed on absolute:
 * the server runs in a folder of its own. `newToken` is there when an auth file was just made; `forgetToken` removes that
 * file, for a start that failed before anybody saw the token.
 */
export function serverSettings({ env, folder, root, demo = false }) {
  const data = path.resolve(folder, env['FAUCET_CONSOLE_DATA'] || path.join(root, 'data'))
  const host = env['HOST'] || '127.0.0.1'
  const port = portOf(env['PORT'])
  makeFolder(data)

  // A demo fills a database of its own: beside the history, never into it.
  const isDemo = demo || isOn(env['FAUCET_CONSOLE_DEMO'])
  const history = absoluteHistory(
    env['FAUCET_HISTORY'] ?? sqliteAddress(path.join(data, isDemo ? 'demo.db' : 'history.db')),
    folder,
  )
  const settings = {
    HOST: host,
    HOSTNAME: host, // the server binds to this one, which containers set to their own name
    PORT: String(port),
    FAUCET_HISTORY: history,
    NEXT_TELEMETRY_DISABLED: '1',
  }
  if (demo) settings['FAUCET_CONSOLE_DEMO'] = '1'
  for (const name of FILES) if (env[name]) settings[name] = path.resolve(folder, env[name])

  const isOpen = isOn(env['FAUCET_CONSOLE_NO_AUTH'])
  const auth = isOpen || AUTH.some((name) => env[name]) ? NO_FILE : ownAuthFile(data)
  if (auth.authFile !== undefined) settings['FAUCET_CONSOLE_AUTH_CONFIG'] = auth.authFile
  if (!env['FAUCET_CONSOLE_SESSION_KEY'] && !env['FAUCET_CONSOLE_SESSION_KEY_FILE']) {
    const file = path.join(data, 'session.key')
    makeOnce(file, randomBytes(32).toString('base64url'))
    settings['FAUCET_CONSOLE_SESSION_KEY_FILE'] = file
  }
  if (!env['NEXT_SERVER_ACTIONS_ENCRYPTION_KEY']) {
    const file = path.join(data, 'actions.key')
    makeOnce(file, randomBytes(32).toString('base64'))
    settings['NEXT_SERVER_ACTIONS_ENCRYPTION_KEY'] = readFileSync(file, 'utf8').trim()
  }
  return { settings, host, port, history, isDemo, ...auth }
}

/** @type {{ authFile?: string, newToken?: string, forgetToken: () => void }} */
const NO_FILE = { forgetToken: () => undefined }

/** One admin with a random token. The first start makes it; later ones use it and say nothing. */
function ownAuthFile(data) {
  const authFile = path.join(data, 'auth.yaml')
  const newToken = randomBytes(24).toString('base64url')
  const isNew = makeOnce(authFile, `principals:\n  - { name: admin, token: "${newToken}", role: admin }\n`)
  return isNew ? { authFile, newToken, forgetToken: () => rmSync(authFile, { force: true }) } : { ...NO_FILE, authFile }
}

function portOf(text) {
  const port = text ? Number(text) : 3000
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port
  throw new Stop(`PORT must be a number from 1 to 65535; it is "${text}".`)
}

const sqliteAddress = (file) => `sqlite:${file.split(path.sep).map(encodeURIComponent).join('/')}`

/** Only a relative SQLite path changes; whatever else is written is the server's to judge. */
export function absoluteHistory(text, folder) {
  const [, relative] = /^sqlite:(?:\/\/)?([^/?:].*)$/.exec(text.trim()) ?? []
  return relative === undefined ? text.trim() : `${sqliteAddress(folder)}/${relative.replace(/^(\.\/)+/, '')}`
}

function makeFolder(folder) {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw new Stop(`The folder ${folder} cannot be made (${error.code}): name another with FAUCET_CONSOLE_DATA.`)
  }
}

/** Makes a file that only we may read; false when it is there already, whoever made it. */
function makeOnce(file, text) {
  try {
    writeFileSync(file, text, { mode: 0o600, flag: 'wx' })
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw new Stop(`The file ${file} cannot be written (${error.code}): name another folder with FAUCET_CONSOLE_DATA.`)
  }
}
