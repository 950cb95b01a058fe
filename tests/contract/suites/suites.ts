import type { Suite } from '../../support/suite'
import { auditSuite } from './audit.suite'
import { bodiesSuite } from './bodies.suite'
import { bulkSuite } from './bulk.suite'
import { catalogSuite } from './catalog.suite'
import { catalogProfilesSuite } from './catalog-profiles.suite'
import { catalogReadsSuite } from './catalog-reads.suite'
import { changesSuite } from './changes.suite'
import { connectionsSuite } from './connections.suite'
import { consoleSuite } from './console.suite'
import { idempotencySuite } from './idempotency.suite'
import { insightSuite } from './insight.suite'
import { insightFactsSuite } from './insight-facts.suite'
import { insightLogsSuite } from './insight-logs.suite'
import { insightLookupSuite } from './insight-lookup.suite'
import { insightRunPartsSuite } from './insight-run-parts.suite'
import { insightRunTracesSuite } from './insight-run-traces.suite'
import { insightSearchSuite } from './insight-search.suite'
import { insightWindowsSuite } from './insight-windows.suite'
import { leasesSuite } from './leases.suite'
import { logsSuite } from './logs.suite'
import { orderingSuite } from './ordering.suite'
import { outputsSuite } from './outputs.suite'
import { queueSuite } from './queue.suite'
import { runsSuite } from './runs.suite'
import { shardsSuite } from './shards.suite'
import { templatesSuite } from './templates.suite'
import { templatesReleaseSuite } from './templates-release.suite'
import { tenantsSuite } from './tenants.suite'
import { usageSuite } from './usage.suite'

/** Every suite of the contract, in the order of its domains. */
export const SUITES: readonly Suite[] = [
  runsSuite,
  idempotencySuite,
  leasesSuite,
  shardsSuite,
  bodiesSuite,
  auditSuite,
  logsSuite,
  catalogSuite,
  catalogReadsSuite,
  catalogProfilesSuite,
  outputsSuite,
  changesSuite,
  tenantsSuite,
  connectionsSuite,
  usageSuite,
  templatesSuite,
  templatesReleaseSuite,
  orderingSuite,
  queueSuite,
  consoleSuite,
  bulkSuite,
  insightSuite,
  insightFactsSuite,
  insightRunPartsSuite,
  insightRunTracesSuite,
  insightLookupSuite,
  insightWindowsSuite,
  insightLogsSuite,
  insightSearchSuite,
]
