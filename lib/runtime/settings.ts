import 'server-only'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { BadProviders, type ConnectProvider, type LookUp, readProviders } from '@/lib/auth/connect-providers'
import { processWide } from '@/lib/contract/process-wide'
import type { Settings } from '@/lib/services/kit/ctx'
import type { Env } from './env'
import { StartFailure } from './start-failure'

const read = processWide('settings', () => new WeakMap<Env, Settings>())

/** What answers repeat of the environment, read once. A providers file that cannot be used is a `StartFailure`. */
export function settingsOf(env: Env): Settings {
  let settings = read.get(env)
  if (settings === undefined) {
    settings = {
      localOutputs: env.localOutputs,
      connectProviders: providersOf(env),
      requireApproval: env.requireApproval,
    }
    read.set(env, settings)
  }
  return settings
}

function providersOf({ connectProvidersFile, folder, lookUp }: Env): ConnectProvider[] {
  if (connectProvidersFile === null) return []
  const file = path.resolve(folder, connectProvidersFile)
  const referred: LookUp = (kind, name) =>
    kind === 'env' ? lookUp(name) : readFileSync(path.resolve(folder, name), 'utf8').trim()
  try {
    return readProviders(file, readFileSync(file, 'utf8'), referred)
  } catch (error) {
    if (error instanceof BadProviders) throw new StartFailure(`${error.message}.`)
    throw new StartFailure(`The providers file ${file} cannot be read: correct FAUCET_CONNECT_PROVIDERS.`)
  }
}
