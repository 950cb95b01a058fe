import { type Env, readEnv } from '@/lib/runtime/env'
import { createRuntime, type Runtime } from '@/lib/runtime/runtime'
import { sharedData } from './shared-data'

const world = globalThis as { [KEY: symbol]: Promise<Runtime> | undefined }
const KEY = Symbol.for('faucet.console.runtime')

/** Environment of a console on that history, with the principals and providers of the engine-made data. */
export const envOf = (history: string, more: Readonly<Record<string, string>> = {}): Env =>
  readEnv(
    {
      FAUCET_HISTORY: history,
      FAUCET_CONSOLE_AUTH_CONFIG: sharedData('engine-1.13.1', 'auth.yaml'),
      FAUCET_CONNECT_PROVIDERS: sharedData('engine-1.13.1', 'providers.yaml'),
      FAUCET_SERVE_PREVIEW_LOCAL_OUTPUTS: '1',
      ...more,
    },
    process.cwd(),
  )

/** Starts a console in this process: route handlers and pages that are asked now answer from it. */
export async function startRuntime(
  history: string,
  more: Readonly<Record<string, string>> = {},
  options: Parameters<typeof createRuntime>[1] = {},
): Promise<Runtime> {
  const runtime = await createRuntime(envOf(history, more), options)
  world[KEY] = Promise.resolve(runtime)
  return runtime
}
