import 'server-only'
import { getRuntime, type Runtime } from '@/lib/runtime/runtime'
import { settingsOf } from '@/lib/runtime/settings'
import { isBesideLaterEngines } from '@/lib/services/kit/later-engines'
import { type Handler, handlerOf } from './route'

/** What both of us can do is done by an engine where one can be asked and `where` says that it does it better. */
const engineFirst =
  (where: Where) =>
  (theirs: Handler, ours: Handler): Handler =>
    handlerOf(
      async (request, context) => ((await isTheirs(where)) ? theirs : ours).reply(request, context),
      ours.operation,
    )

/** It reaches things that are in no store. */
export const whereEngine = engineFirst(() => true)
/** Sign-ins at providers are ours with a vault key and a providers file. */
export const withoutProviders = engineFirst(lacksProviders)
/** From 1.14 on they alone know what such a step must pass. */
export const besideLaterEngines = engineFirst(({ deps }) => isBesideLaterEngines(deps.store))

function lacksProviders({ env, deps }: Runtime): boolean {
  return !deps.vault.hasKey || settingsOf(env).connectProviders.length === 0
}

/** Does an engine end the sign-ins? */
export const needsProviders = (runtime: Runtime): boolean =>
  runtime.deps.engine.absent() === null && lacksProviders(runtime)

type Where = (runtime: Runtime) => boolean | Promise<boolean>

async function isTheirs(where: Where): Promise<boolean> {
  const runtime = await getRuntime()
  if (runtime.deps.engine.absent() !== null) return false
  try {
    return await where(runtime)
  } catch {
    // Ours says why the store cannot be read.
    return false
  }
}
