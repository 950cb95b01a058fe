import 'server-only'
import type { Deps } from '@/lib/contract/deps'
import { getRuntime } from '@/lib/runtime/runtime'
import { isBesideLaterEngines } from '@/lib/services/kit/later-engines'
import type { Handler, RouteContext } from './route'

/** What both of us can do is done by an engine where one can be asked and `where` says that it does it better. */
const engineFirst =
  (where: (deps: Deps) => boolean | Promise<boolean>) =>
  (theirs: Handler, ours: Handler): Handler =>
    Object.assign(
      async (request: Request, context: RouteContext) =>
        (await isTheirs(where)) ? theirs(request, context) : ours(request, context),
      { operation: ours.operation },
    )

/** It reaches things that are in no store. */
export const whereEngine = engineFirst(() => true)
/** From 1.14 on they alone know what such a step must pass. */
export const besideLaterEngines = engineFirst(({ store }) => isBesideLaterEngines(store))

async function isTheirs(where: (deps: Deps) => boolean | Promise<boolean>): Promise<boolean> {
  const { deps } = await getRuntime()
  if (deps.engine.absent() !== null) return false
  try {
    return await where(deps)
  } catch {
    // Ours says why the store cannot be read.
    return false
  }
}
