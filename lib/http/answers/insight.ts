import 'server-only'
import { clusterReport as askClusterReport } from '@/lib/services/cluster/cluster-report'
import { storeReport as askStoreReport } from '@/lib/services/cluster/store-report'
import { json, printPlain } from './list'

/** For the pages alone: texts, switches and small whole numbers. */
export const clusterReport = { run: askClusterReport, answer: (report: object) => json(printPlain(report)) }
export const storeReport = { run: askStoreReport, answer: (report: object) => json(printPlain(report)) }
