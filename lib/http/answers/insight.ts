import 'server-only'
import { clusterReport as askClusterReport } from '@/lib/services/cluster/cluster-report'
import { storeReport as askStoreReport } from '@/lib/services/cluster/store-report'
import { homeReport as askHomeReport } from '@/lib/services/overview/home-report'
import { getPipeline as askGetPipeline } from '@/lib/services/pipelines/get-pipeline'
import { listPipelines as askListPipelines } from '@/lib/services/pipelines/list-pipelines'
import { query, text } from '../input'
import { json, printPlain } from './list'

/** For the pages alone: texts, switches and small whole numbers. */
const print = (report: object) => json(printPlain(report))

export const clusterReport = { run: askClusterReport, answer: print }
export const storeReport = { run: askStoreReport, answer: print }
export const homeReport = { run: askHomeReport, input: query({ range: text }), answer: print }
export const pipelineList = { run: askListPipelines, input: query({ range: text }), answer: print }
export const pipelineDetail = { run: askGetPipeline, answer: print }
