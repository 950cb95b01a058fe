import type { IconName } from '@/components/ui/icon'
import type { StatusLook } from '@/components/ui/status'
import type { SearchGroup } from '@/lib/client/search'
import { matchRank } from '@/lib/derive/match-rank'
import { runLook } from '@/lib/derive/run-look'
import { pathToCluster, pathToPipeline, pathToRun, pathToRuns } from '@/lib/url/paths'
import { writeLabel } from '@/lib/url/run-labels'
import { readRunQuery } from '@/lib/url/run-query'
import { EVERY_RUN, filterOf, runFilterSearch, withValues } from '@/lib/url/runs'

/** One line of the palette: a place, or something to do. */
export interface Entry {
  id: string
  text: string
  /** Also found by these. */
  also?: string
  mark: { icon: IconName } | { look: StatusLook }
  /** Behind the text: what tells it from others of its kind. */
  note?: string
  at?: string
  href?: string
  act?: () => void
}
export interface EntryGroup {
  title: string
  entries: readonly Entry[]
}

/** Those of our own that hold the words, best first; all of them where nothing was typed. */
export function fitting(entries: readonly Entry[], words: string): { rank: number; entries: Entry[] } {
  const ranked = entries.flatMap((entry) => {
    const ranks = [entry.text, entry.also ?? ''].map((text) => matchRank(text, words)).filter((rank) => rank !== null)
    return ranks.length === 0 ? [] : [{ entry, rank: Math.min(...ranks) }]
  })
  ranked.sort((a, b) => a.rank - b.rank)
  return { rank: ranked[0]?.rank ?? Number.POSITIVE_INFINITY, entries: ranked.map(({ entry }) => entry) }
}

const TITLES = {
  runs: 'Runs',
  latest: 'Latest runs',
  pipelines: 'Pipelines',
  labels: 'Runs with a label',
  members: 'Cluster members',
} as const

/** What the server found, as lines. */
export const groupOf = (group: SearchGroup): EntryGroup => ({ title: TITLES[group.kind], entries: entriesOf(group) })

function entriesOf(group: SearchGroup): Entry[] {
  switch (group.kind) {
    case 'runs':
    case 'latest':
      return group.hits.map(({ run_id, name, status, submitted_at }) => ({
        id: `run:${run_id}`,
        text: name ?? 'run without a name',
        mark: { look: runLook(status) },
        note: `${status} · ${run_id}`,
        at: submitted_at,
        href: pathToRun(run_id),
      }))
    case 'pipelines':
      return group.hits.map(({ name, runs, last }) => ({
        id: `pipeline:${name}`,
        text: name,
        mark: { icon: 'pipelines' },
        note: `${runs === 1 ? 'one run' : `${runs} runs`}, last ${last.status}`,
        at: last.submitted_at,
        href: pathToPipeline(name),
      }))
    case 'labels':
      return group.hits.map(({ key, value, runs }) => ({
        id: `label:${writeLabel({ key, value })}`,
        text: `${key}=${value}`,
        mark: { icon: 'label' },
        note: runs === 1 ? 'on one of the newest runs' : `on ${runs} of the newest runs`,
        href: pathToRuns(runFilterSearch(withValues(EVERY_RUN, 'label', [writeLabel({ key, value })]))),
      }))
    case 'members':
      return group.hits.map(({ instance_id, last_heartbeat }) => ({
        id: `member:${instance_id}`,
        text: instance_id,
        mark: { icon: 'cluster' },
        note: 'last seen',
        at: last_heartbeat,
        href: pathToCluster(),
      }))
  }
}

/** What was typed, put to all runs: as a query where it is one, else as a part of their names. */
export function searchEntry(words: string): Entry {
  const { terms, problems } = readRunQuery(words)
  const isQuery = problems.length === 0 && terms.length > 0
  return {
    id: 'all',
    text: `Search all runs for “${words}”`,
    mark: { icon: 'search' },
    href: pathToRuns(runFilterSearch(isQuery ? filterOf(terms) : withValues(EVERY_RUN, 'q', [words]))),
  }
}

/** Whose runs alone are shown. */
export const tenantEntry = (tenant: string): Entry => ({
  id: `tenant:${tenant}`,
  text: tenant,
  mark: { icon: 'user' },
  note: 'the runs of this tenant',
  href: pathToRuns(runFilterSearch({ ...EVERY_RUN, tenant })),
})
