import 'server-only'
import { writeJson } from '@/lib/contract/json'
import { getRuntime } from '@/lib/runtime/runtime'
import { readiness } from '@/lib/services/cluster/readiness'
import { metricsText } from '../metrics'
import { handlerOf, respond } from '../route'

/** The process is up. */
export const alive = handlerOf((request) => respond(request, async () => ({ status: 200 })))

/** Numbers of this process (http-api.md 7); nobody is asked who they are, as in engines. */
export const measured = handlerOf((request) =>
  respond(request, async () => {
    const { deps, clock, bells } = await getRuntime()
    return {
      status: 200,
      type: 'text/plain; version=0.0.4',
      text: await metricsText(deps, () => clock.now(), bells.viewers()),
    }
  }),
)

/** 200 while the store answers, else 503; JSON either way, and nobody is asked who they are. */
export const ready = handlerOf((request) =>
  respond(request, async () => {
    const { deps } = await getRuntime()
    const report = await readiness(deps)
    return { status: report.history_ok ? 200 : 503, text: writeJson(report) }
  }),
)
