import 'server-only'
import { writeJson } from '@/lib/contract/json'
import { getRuntime } from '@/lib/runtime/runtime'
import { readiness } from '@/lib/services/cluster/readiness'
import { respond } from '../route'

/** The process is up. */
export const alive = async (): Promise<Response> => new Response(null, { status: 200 })

/** 200 while the store answers, else 503; JSON either way, and nobody is asked who they are. */
export const ready = (request: Request): Promise<Response> =>
  respond(request, async () => {
    const { deps } = await getRuntime()
    const report = await readiness(deps)
    return { status: report.history_ok ? 200 : 503, text: writeJson(report) }
  })
