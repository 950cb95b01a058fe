import type { Deps } from '@/lib/contract/deps'
import { isHistoryError } from '@/lib/contract/errors'
import type { CatalogDataset } from '@/lib/contract/records/catalog'
import type { Timestamp } from '@/lib/contract/records/primitives'
import { isDue } from '@/lib/derive/change-flow'
import { costSection } from '@/lib/derive/overview-cost'
import { freshnessSection } from '@/lib/derive/overview-freshness'
import type { OverviewWindow } from '@/lib/derive/overview-window'
import { readTestResult, type TestResult } from '@/lib/derive/template-tests'

/** A store that lacks a table has no such section; everything else that goes wrong is told. */
export async function orNothing<T>(section: Promise<T>): Promise<T | null> {
  try {
    return await section
  } catch (error) {
    if (isHistoryError(error) && error.kind === 'missing') return null
    throw error
  }
}

/** Usage rows that one overview adds up. */
const MOST_USAGE = 50_000

export interface CostFilter {
  tenant: string | undefined
  pipeline: string | undefined
  /** None but these invocations; null: all. */
  among: ReadonlySet<string> | null
}

export async function cost(
  usage: Deps['usage'],
  window: OverviewWindow,
  { tenant, pipeline, among }: CostFilter,
  top: number,
) {
  const { since, until } = window
  const filter = { since, until, ...(tenant !== undefined && { tenant }), ...(pipeline !== undefined && { pipeline }) }
  const rows = await usage.list({ ...filter, limit: MOST_USAGE })
  const records = rows.flatMap((row) => {
    const read = row.read()
    return read.ok && (among === null || among.has(read.record.run_id)) ? [read.record] : []
  })
  const section = costSection(records, window, top)
  return section === null ? null : { ...section, ...(rows.length === MOST_USAGE && { truncated: true }) }
}

const MOST_DATASETS = 20_000
const DATASETS_AT_ONCE = 1_000
const MOST_CHANGES = 20_000

export async function freshness(
  catalog: Deps['catalog'],
  insight: Deps['insight'],
  { since, until }: OverviewWindow,
  staleBefore: Timestamp,
  top: number,
) {
  const datasets: CatalogDataset[] = []
  let cursor: string | undefined
  do {
    const page = await catalog.listDatasets({ limit: DATASETS_AT_ONCE, ...(cursor !== undefined && { cursor }) })
    for (const row of page.rows) {
      const read = row.read()
      if (read.ok) datasets.push(read.record)
    }
    cursor = page.next_cursor
  } while (cursor !== undefined && datasets.length < MOST_DATASETS)
  const changes = await insight.schemaChanges(since, until, MOST_CHANGES)
  const isCut = cursor !== undefined || changes.length === MOST_CHANGES
  return { ...freshnessSection(datasets, changes, staleBefore, top), ...(isCut && { truncated: true }) }
}

const ITEMS = 20
const MOST_PENDING = 2_000
const MOST_TESTS = 5_000
const MOST_CONNECTIONS = 1_000

/** What waits for a person. A group that this store does not know, or that nobody uses, is left out. */
export async function attention(
  { insight, changes, templates }: Pick<Deps, 'insight' | 'changes' | 'templates'>,
  tenant: string | undefined,
  now: Timestamp,
) {
  const [pending, failing, needy] = await Promise.all([
    orNothing(pendingChanges(changes, tenant, now)),
    orNothing(failingTemplates(insight, templates)),
    insight.connectionsInNeed(MOST_CONNECTIONS, tenant),
  ])
  return {
    ...(pending !== null && pending.length > 0 && { pending_changes: group(pending, MOST_PENDING) }),
    ...(failing !== null && { failing_templates: group(failing, MOST_TESTS) }),
    ...(needy !== null && { connections_needing_reauth: group(needy.map(connectionItem), MOST_CONNECTIONS) }),
  }
}

const group = <T>(items: readonly T[], most: number) => ({
  count: items.length,
  more: items.length > ITEMS || items.length >= most,
  items: items.slice(0, ITEMS),
})

async function pendingChanges(changes: Deps['changes'], tenant: string | undefined, now: Timestamp) {
  const rows = await changes.list({ status: 'pending', ...(tenant !== undefined && { tenant }), limit: MOST_PENDING })
  return rows.flatMap((row) => {
    const read = row.read()
    if (!read.ok || isDue(read.record, now)) return []
    const { id, kind, requester, created_at, expires_at } = read.record
    return [{ id, kind, requester, created_at, expires_at }]
  })
}

type Connection = NonNullable<Awaited<ReturnType<Deps['insight']['connectionsInNeed']>>>[number]

function connectionItem(row: Connection) {
  const { tenant, name } = row.columns
  const read = row.read()
  const reason = read.ok ? read.record.reauth_reason : undefined
  return { tenant, name, ...(reason !== undefined && { reason }) }
}

/** Templates whose highest version failed its last tests, newest first; null where nobody tests, or has templates. */
async function failingTemplates(insight: Deps['insight'], templates: Deps['templates']) {
  const texts = await insight.templateTests(MOST_TESTS)
  const highest = texts === null ? [] : await templates.list()
  if (texts === null || highest.length === 0) return null
  const current = new Map(highest.map(({ columns }) => [columns['id'], Number(columns['version'])]))
  const seen = new Set<string>()
  const failing: Pick<TestResult, 'id' | 'version' | 'recorded_at' | 'cases'>[] = []
  for (const result of texts.map(readTestResult)) {
    // Results come newest first: of one version the first counts.
    if (result === null || current.get(result.id) !== result.version || seen.has(result.id)) continue
    seen.add(result.id)
    if (!result.passed) failing.push(result)
  }
  return failing.map(({ id, version, recorded_at, cases }) => ({
    id,
    version,
    recorded_at,
    failed_cases: cases.filter(({ passed }) => !passed).length,
  }))
}
