import 'server-only'
import { accessSync, constants, statSync } from 'node:fs'
import path from 'node:path'
import type { OpenStore } from '@/lib/contract/deps'
import { type HistoryError, isHistoryError, isRetriable } from '@/lib/contract/errors'
import type { StoreOptions } from '@/lib/contract/store-options'
import { createFallbackHistory, type FallbackEvent } from '@/lib/store/fallback/fallback-history'
import { createMemoryHistory } from '@/lib/store/memory/memory-history'
import { driverCode, isCertificateRefused } from '@/lib/store/prisma/classify-error'
import { openPrismaHistory } from '@/lib/store/prisma/prisma-history'
import { BadHistoryUrl, type DatabaseUrl, type HistoryUrl, parseHistoryUrl, whereIs } from '@/lib/store/prisma/url'
import { StartFailure } from './start-failure'

/** Eight attempts at most, as engines make (storage.md §5), and no longer than somebody waits for a page. */
const PAUSES_MS = [100, 200, 400, 800, 1_000, 1_000, 1_000]
const PATIENCE_MS = 10_000

export interface ConnectOptions {
  /** `FAUCET_HISTORY`, and where a relative path in it starts. */
  history: string
  folder: string
  store: StoreOptions
  tell(event: FallbackEvent | { kind: 'waiting'; error: HistoryError }): void
  sleep?(ms: number): Promise<unknown>
}

/**
 * The store behind an address. What no waiting can mend is a `StartFailure`; a database that cannot be reached is a store
 * that is away: it serves what it can and keeps looking.
 */
export async function connect(options: ConnectOptions): Promise<OpenStore> {
  const url = addressOf(options)
  const memory = () => createMemoryHistory(options.store)
  if (url.kind === 'memory') return memory()
  if (url.kind === 'sqlite') refuseDevice(url.file)
  const { store, tell, sleep = sleepAside } = options
  let wasOpen = false
  const open = async () => {
    const opened = await openPrismaHistory(url, store, { create: !wasOpen })
    wasOpen = true
    return opened
  }
  const { first, reason } = await firstOpened(url, open, { tell, sleep: options.sleep ?? sleepOn })
  return createFallbackHistory({
    first,
    ...(reason !== undefined && { reason }),
    open,
    memory,
    unseen: { kind: url.kind, where: whereIs(url) },
    clustered: store.clustered,
    clock: store.clock,
    sleep,
    tell,
  })
}

function addressOf({ history, folder }: ConnectOptions): HistoryUrl {
  try {
    return parseHistoryUrl(history, folder)
  } catch (error) {
    if (error instanceof BadHistoryUrl) throw new StartFailure(`FAUCET_HISTORY: ${error.message}.`)
    throw error
  }
}

/** Opening a pipe would wait for somebody to write into it, for ever and before anything could be said. */
function refuseDevice(file: string): void {
  const found = stat(file)
  if (found === undefined || found.isFile() || found.isDirectory()) return
  throw new StartFailure(
    `${file} is no file but a device or a pipe: point FAUCET_HISTORY at the file that the engine writes.`,
  )
}

async function firstOpened(
  url: DatabaseUrl,
  open: () => Promise<OpenStore>,
  { tell, sleep }: { tell: ConnectOptions['tell']; sleep(ms: number): Promise<unknown> },
): Promise<{ first: OpenStore | null; reason?: HistoryError }> {
  const end = performance.now() + PATIENCE_MS
  for (let attempt = 0; ; attempt++) {
    try {
      return { first: await open() }
    } catch (error) {
      if (!isHistoryError(error)) throw error
      if (!isRetriable(error) || isCertificateRefused(error)) throw new StartFailure(explain(url, error))
      const wait = PAUSES_MS[attempt]
      if (wait === undefined || performance.now() + wait > end) {
        if (error.transience === 'transient') return { first: null, reason: error }
        throw new StartFailure(explain(url, error))
      }
      if (attempt === 0) tell({ kind: 'waiting', error })
      await sleep(wait)
    }
  }
}

const sleepOn = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms))

/** The same without keeping the process alive: nobody waits for a store that is looked for in the background. */
const sleepAside = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms).unref())

/** One sentence that says what to do. */
export function explain(url: DatabaseUrl, error: HistoryError): string {
  return url.kind === 'sqlite' ? explainFile(url.file, error) : explainServer(whereIs(url), error)
}

function explainFile(file: string, error: HistoryError): string {
  const code = driverCode(error)
  const folder = path.dirname(file)
  if (code === 'SQLITE_NOTADB')
    return `${file} is not a SQLite database: point FAUCET_HISTORY at the file that the engine writes.`
  if (code === 'SQLITE_CORRUPT') return `${file} is damaged: stop the engine, and bring back a good copy of it.`
  const found = stat(file)
  if (found?.isDirectory())
    return `${file} is a folder: point FAUCET_HISTORY at a file in it, for example sqlite:${path.join(file, 'history.db')}.`
  if (found === undefined && !may(folder, constants.F_OK))
    return `The folder ${folder} does not exist: make it, or correct FAUCET_HISTORY.`
  if (found === undefined && may(folder, constants.W_OK))
    return `There is no file ${file}: correct FAUCET_HISTORY, or start the engine that writes it first.`
  if (found !== undefined && !may(file, constants.R_OK))
    return `${file} may not be read by this user: run the console as the user that the engine runs as, or change the file's permissions.`
  if (!may(folder, constants.W_OK))
    return `The folder ${folder} may not be written by this user, and SQLite keeps two files beside ${path.basename(file)}: run the console as the user that the engine runs as, or change the folder's permissions.`
  return `${file} cannot be opened (${code || 'no code'}: ${error.message}): check the file and its permissions.`
}

/** Undefined also when a folder above it may not be entered. */
function stat(file: string) {
  try {
    return statSync(file, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

function may(file: string, how: number): boolean {
  try {
    accessSync(file, how)
    return true
  } catch {
    return false
  }
}

function explainServer(where: string, error: HistoryError): string {
  const code = driverCode(error)
  const said = `${error.message} (${code || 'no code'})`
  if (isCertificateRefused(error))
    return `The certificate of Postgres at ${where} is not accepted, ${said}: check sslmode in FAUCET_HISTORY, or name its authority with sslrootcert.`
  switch (code) {
    case '28P01':
    case '28000':
      return `Postgres at ${where} refuses the login, ${said}: check user, password and sslmode in FAUCET_HISTORY.`
    case '3D000':
      return `Postgres at ${where} has no such database, ${said}: create it, or correct the name in FAUCET_HISTORY.`
    case '42501':
      return `Postgres at ${where} does not let this user work there, ${said}: grant it the rights, or use the engine's own user.`
    case '25006':
      return `Postgres at ${where} holds no history and accepts no writes, ${said}: point FAUCET_HISTORY at the primary server.`
    default:
      return `Postgres at ${where} cannot be used, ${said}: check FAUCET_HISTORY.`
  }
}
