import 'server-only'
import { clusterReport as askClusterReport } from '@/lib/services/cluster/cluster-report'
import { engineHealth as askEngineHealth } from '@/lib/services/cluster/engine-health'
import { storeReport as askStoreReport } from '@/lib/services/cluster/store-report'
import { goingOn as askGoingOn } from '@/lib/services/overview/going-on'
import { homeReport as askHomeReport } from '@/lib/services/overview/home-report'
import { homeState as askHomeState } from '@/lib/services/overview/home-state'
import { needsAttention as askNeedsAttention } from '@/lib/services/overview/needs-attention'
import { getPipeline as askGetPipeline } from '@/lib/services/pipelines/get-pipeline'
import { getPipelineParts as askGetPipelineParts } from '@/lib/services/pipelines/get-pipeline-parts'
import { listPipelines as askListPipelines } from '@/lib/services/pipelines/list-pipelines'
import { field, flag, labels, query, text, together, whole } from '../input'
import { json } from './list'

/** For the pages alone: as the native parser reads it; counts beyond exact numbers are texts. */
const print = (report: object) =>
  json(JSON.stringify(report, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)))

export const clusterReport = { run: askClusterReport, answer: print }
export const engineHealth = { run: askEngineHealth, answer: print }
export const storeReport = { run: askStoreReport, answer: print }
const window = { range: text, since: text, until: text, zone: text, pipeline: text, pool: text, tenant: text }
export const homeReport = {
  run: askHomeReport,
  input: together(query({ ...window, wait_ms: whole }), labels),
  answer: print,
}
export const needsAttention = {
  run: askNeedsAttention,
  input: query({ tenant: text, wait_ms: whole }),
  answer: print,
}
export const goingOn = { run: askGoingOn, input: query({ tenant: text }), answer: print }
export const homeState = { run: askHomeState, input: query({ tenant: text }), answer: print }

const words = field({ type: 'string' }, (value) => value.split(',').filter((word) => word !== ''))
export const pipelineList = {
  run: askListPipelines,
  input: query({
    range: text,
    q: text,
    state: words,
    template: text,
    trigger: text,
    sort: text,
    desc: flag,
    page: whole,
    tenant: text,
    wait_ms: whole,
  }),
  answer: print,
}
export const pipelineDetail = { run: askGetPipeline, input: query({ tenant: text, wait_ms: whole }), answer: print }
export const pipelineParts = { run: askGetPipelineParts, input: query({ tenant: text }), answer: print }
