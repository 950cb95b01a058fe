import type { Attention, Failing, GoingOn, HomeState } from '@/lib/client/overview'
import { duration } from '@/lib/format/duration'
import { counted, whole } from '@/lib/format/number'
import { visible } from '@/lib/format/text'
import type { OverviewFilter } from '@/lib/url/overview'
import { pathToCluster, pathToPipeline, pathToRun } from '@/lib/url/paths'
import { runsLike } from './addresses'

/** One thing that somebody should look at. */
export interface AttentionItem {
  key: string
  tone: 'bad' | 'warn' | 'info'
  title: string
  href: string | null
  /** What is the matter, in a few words beside the title. */
  words: string
  reason: string | null
  /** The reason is somebody else's words. */
  isError?: boolean
  /** Since when. */
  since: string | null
  links: readonly { href: string; label: string }[]
}

interface Known {
  attention: Attention | undefined
  now: GoingOn | undefined
  state: HomeState | undefined
  filter: OverviewFilter
  nowMs: number
}

/** Waiting for longer than this although members are there is worth a word. */
const LONG_WAIT_MS = 10 * 60_000

/** Everything that needs somebody, worst first. */
export function attentionItems(known: Known): AttentionItem[] {
  const items = [
    ...stranded(known),
    ...orphaned(known),
    ...failing(known),
    ...late(known),
    ...slow(known),
    ...waiting(known),
    ...losing(known),
    ...people(known),
    ...longFailing(known),
  ]
  return TONES.flatMap((tone) => items.filter((item) => item.tone === tone))
}
const TONES = ['bad', 'warn', 'info'] as const

const named = ({ name, run_id }: { name: string | null; run_id: string }): string => visible(name ?? run_id)
const allLike = (filter: OverviewFilter, status: string[]) => runsLike(filter, { status })

function stranded({ now, filter }: Known): AttentionItem[] {
  if (now === undefined || now.pending === 0 || now.members?.live !== 0) return []
  return [
    {
      key: 'stranded',
      tone: 'bad',
      title: `${counted(now.pending, 'run')} ${now.pending === 1 ? 'waits' : 'wait'} for nobody`,
      href: allLike(filter, ['pending']),
      words: 'no member alive',
      reason: 'No cluster member beats, so no pending run will start.',
      since: now.oldest_waiting?.at ?? null,
      links: [{ href: pathToCluster(), label: 'Cluster' }],
    },
  ]
}

const orphaned = ({ now }: Known): AttentionItem[] =>
  (now?.lapsed ?? []).map((run) => ({
    key: `lapsed ${run.run_id}`,
    tone: 'bad',
    title: named(run),
    href: pathToRun(run.run_id),
    words: 'orphaned',
    reason: `It is ${run.status}, but whoever held it has stopped renewing its lease.`,
    since: run.lease ?? run.at,
    links: [{ href: pathToCluster(), label: 'Cluster' }],
  }))

/** What never worked and was not tried again for a day is no news. */
const OLD_MS = 86_400_000
const isOld = (one: Failing, nowMs: number): boolean =>
  !one.has_worked && nowMs - Date.parse(one.last_failed.at) > OLD_MS

const failing = (known: Known): AttentionItem[] => failingItems(known, 'bad', (one) => !isOld(one, known.nowMs))
const longFailing = (known: Known): AttentionItem[] => failingItems(known, 'warn', (one) => isOld(one, known.nowMs))

const failingItems = (
  { attention, filter }: Known,
  tone: AttentionItem['tone'],
  isWanted: (one: Failing) => boolean,
): AttentionItem[] =>
  (attention?.failing.items ?? []).filter(isWanted).map((one) => ({
    key: `fails ${one.pipeline}`,
    tone,
    title: visible(one.pipeline),
    href: pathToPipeline(one.pipeline),
    words: failingWords(one),
    reason: one.error === null ? null : visible(one.error),
    isError: true,
    since: one.first_failed.at,
    links: [
      { href: pathToRun(one.last_failed.run_id), label: 'last failure' },
      ...(one.last_good === null ? [] : [{ href: pathToRun(one.last_good.run_id), label: 'last good' }]),
      {
        href: runsLike(filter, { pipeline: one.pipeline, status: ['failed'] }),
        label: `${whole(one.failed)} of ${whole(one.finished)} failed`,
      },
    ],
  }))

function failingWords({ streak, has_worked }: Failing): string {
  if (!has_worked) return streak === 1 ? 'failed, never completed' : `failed ${whole(streak)} times, never completed`
  return streak === 1 ? 'failed after it had worked' : `failed ${whole(streak)} times in a row`
}

const late = ({ attention, nowMs }: Known): AttentionItem[] =>
  (attention?.late.items ?? []).map((one) => ({
    key: `late ${one.pipeline}`,
    tone: 'warn',
    title: visible(one.pipeline),
    href: pathToPipeline(one.pipeline),
    words: `${duration(Math.max(0, nowMs - Date.parse(one.expected_at)))} late`,
    reason: `Usually every ${duration(one.gap_ms)}, by its last ${whole(one.gaps)} gaps.`,
    since: one.expected_at,
    links: [{ href: pathToRun(one.last_run.run_id), label: 'last run' }],
  }))

function slow({ now, attention, nowMs }: Known): AttentionItem[] {
  const running = (now?.slow ?? []).map((run): AttentionItem => {
    const ms = nowMs - Date.parse(run.at)
    const usual =
      run.usual_ms === null
        ? 'Nothing is known of how long it usually takes.'
        : `Usually ${duration(run.usual_ms)}, the middle of ${counted(run.usual_of, 'completed run')}.`
    return {
      key: `slow ${run.run_id}`,
      tone: 'warn',
      title: named(run),
      href: pathToRun(run.run_id),
      words: `going on for ${duration(ms)}`,
      reason: usual,
      since: run.at,
      links: [],
    }
  })
  const slowed = (attention?.slowed.items ?? []).map(
    (one): AttentionItem => ({
      key: `slowed ${one.pipeline}`,
      tone: 'warn',
      title: visible(one.pipeline),
      href: pathToPipeline(one.pipeline),
      words: 'slower than usual',
      reason: `Its last ${counted(one.runs, 'run')} took plainly longer: ${duration(one.ms)}, usually ${duration(one.usual_ms)}.`,
      since: one.since,
      links: [{ href: pathToRun(one.last_run.run_id), label: 'last run' }],
    }),
  )
  return [...running, ...slowed]
}

function waiting({ now, filter, nowMs }: Known): AttentionItem[] {
  const oldest = now?.oldest_waiting
  if (now === undefined || oldest === null || oldest === undefined) return []
  const isStranded = now.pending > 0 && now.members?.live === 0
  if (isStranded || nowMs - Date.parse(oldest.at) < LONG_WAIT_MS) return []
  const { members } = now
  const slots =
    members !== null && members.slots > 0 ? ` ${whole(members.busy)} of ${whole(members.slots)} slots are in use.` : ''
  return [
    {
      key: 'waits long',
      tone: 'warn',
      title: `${counted(now.queued + now.pending, 'run')} waiting`,
      href: allLike(filter, ['queued', 'pending']),
      words: `the oldest for ${duration(nowMs - Date.parse(oldest.at))}`,
      reason:
        oldest.status === 'queued'
          ? `${named(oldest)} waits for a free slot of the engine that took it.`
          : `${named(oldest)} waits for a member with a free slot.${slots}`,
      since: oldest.at,
      links: [{ href: pathToRun(oldest.run_id), label: 'oldest' }],
    },
  ]
}

function losing({ attention }: Known): AttentionItem[] {
  const letters = (attention?.dead_letters.items ?? []).map(
    (one): AttentionItem => ({
      key: `dlq ${one.pipeline}`,
      tone: 'warn',
      title: visible(one.pipeline),
      href: pathToPipeline(one.pipeline),
      words: 'rows in the dead-letter queue',
      reason: `${counted(one.partly + one.wholly, 'batch', 'batches')} of the last 7 days: ${whole(one.partly)} in part, ${whole(one.wholly)} wholly.`,
      since: one.last_run.at,
      links: [{ href: pathToRun(one.last_run.run_id), label: 'last of them' }],
    }),
  )
  const lagging = (attention?.behind.items ?? []).map(
    (one): AttentionItem => ({
      key: `lag ${one.pipeline}`,
      tone: 'warn',
      title: visible(one.pipeline),
      href: pathToPipeline(one.pipeline),
      words: 'falls behind its source',
      reason: `${duration(one.lag_secs * 1_000)} behind, ${duration(one.from_secs * 1_000)} ${counted(one.runs - 1, 'run')} before.`,
      since: one.last_run.at,
      links: [{ href: pathToRun(one.last_run.run_id), label: 'last run' }],
    }),
  )
  return [...letters, ...lagging]
}

const SOON_MS = 86_400_000

/** What waits for a person. Their pages are named where they exist. */
function people({ state, nowMs }: Known): AttentionItem[] {
  const items: AttentionItem[] = []
  const group = state?.waiting?.ok ? state.waiting.value : undefined
  const needy = group?.connections_needing_reauth
  if (needy !== undefined && needy.count > 0) {
    items.push({
      key: 'connections',
      tone: 'warn',
      title: `${whole(needy.count)} to sign in to again`,
      href: null,
      words: needy.count === 1 ? 'connection' : 'connections',
      reason: listed(
        needy.items.map(({ tenant, name }) => `${tenant}/${name}`),
        needy.count,
      ),
      since: null,
      links: [],
    })
  }
  const failed = group?.failing_templates
  if (failed !== undefined && failed.count > 0) {
    items.push({
      key: 'tests',
      tone: 'warn',
      title: counted(failed.count, 'template'),
      href: null,
      words: 'failed the tests of the newest version',
      reason: listed(
        failed.items.map(({ id, version }) => `${id} v${version}`),
        failed.count,
      ),
      since: failed.items[0]?.recorded_at ?? null,
      links: [],
    })
  }
  const pending = group?.pending_changes
  if (pending !== undefined) {
    const soonest = pending.items.map(({ expires_at }) => expires_at).sort()[0]
    const isSoon = soonest !== undefined && Date.parse(soonest) - nowMs < SOON_MS
    items.push({
      key: 'changes',
      tone: isSoon ? 'warn' : 'info',
      title: `${whole(pending.count)} waiting for approval`,
      href: null,
      words: pending.count === 1 ? 'change request' : 'change requests',
      reason: `${listed(
        pending.items.map(({ kind, requester }) => `${kind.replaceAll('_', ' ')} by ${requester}`),
        pending.count,
      )}${isSoon ? `; the first expires in ${duration(Math.max(0, Date.parse(soonest) - nowMs))}` : ''}`,
      since: pending.items.map(({ created_at }) => created_at).sort()[0] ?? null,
      links: [],
    })
  }
  const fresh = state?.freshness?.ok ? state.freshness.value : null
  if (fresh !== null && fresh !== undefined && fresh.stale > 0) {
    items.push({
      key: 'stale',
      tone: 'info',
      title: `${whole(fresh.stale)} of ${counted(fresh.datasets, 'dataset')}${fresh.is_capped ? ' and more' : ''}`,
      href: null,
      words: 'not written for 24 h',
      reason: listed(
        fresh.stalest.map(({ uri }) => uri),
        fresh.stale,
      ),
      since: fresh.stalest[0]?.at ?? null,
      links: [],
    })
  }
  const suspended = state?.tenants?.ok ? state.tenants.value : null
  if (suspended !== null && suspended !== undefined && suspended.count > 0) {
    items.push({
      key: 'suspended',
      tone: 'info',
      title: counted(suspended.count, 'tenant'),
      href: null,
      words: 'suspended',
      reason: listed(
        suspended.items.map(({ id }) => id),
        suspended.count,
      ),
      since: suspended.items.map(({ at }) => at).sort()[0] ?? null,
      links: [],
    })
  }
  return items
}

const NAMED = 3
function listed(names: readonly string[], count: number): string {
  const shown = names.slice(0, NAMED).map(visible)
  return count > shown.length ? `${shown.join(', ')} and ${whole(count - shown.length)} more` : shown.join(', ')
}
