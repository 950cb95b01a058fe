import type { RunRecord } from '@/lib/contract/records/runs'
import { RERUN_OF } from './rerun-label'

/** One thing that says where a run comes from. */
export interface Origin {
  /** In the words of people. */
  name: string
  value: string
  /** The label that says so: other runs with the same are a filter away. Labels prove nothing. */
  label?: { key: string; value: string }
  /** Another run. */
  runId?: string
}

type Told = Pick<RunRecord, 'labels' | 'replay_of' | 'submitted_by'>

const LABELS: readonly (readonly [name: string, key: string, version?: string])[] = [
  ['Template', 'template', 'template_version'],
  ['Sink template', 'sink_template', 'sink_template_version'],
  ['Overlay', 'overlay', 'overlay_version'],
  ['Change request', 'change'],
  ['Fan-out', 'fanout'],
  ['Backfill', 'backfill'],
  ['Backfill unit', 'backfill_unit'],
  ['Dead letters of', 'dlq_replay'],
]

/** What labels and members of a run tell of its origin, in the order in which people ask. */
export function originsOf({ labels, replay_of }: Told): Origin[] {
  const origins: Origin[] = []
  for (const [name, key, versionKey] of LABELS) {
    const value = own(labels, key)
    if (value === undefined) continue
    const version = versionKey === undefined ? undefined : own(labels, versionKey)
    origins.push({ name, value: version === undefined ? value : `${value} v${version}`, label: { key, value } })
  }
  if (own(labels, 'allow_untested') === 'true')
    origins.push({ name: 'Untested version', value: 'allowed for this run' })
  const trigger = own(labels, 'faucet.trigger.name')
  if (trigger !== undefined) {
    const type = own(labels, 'faucet.trigger.type')
    origins.push({
      name: 'Trigger',
      value: type === undefined ? trigger : `${trigger}, ${type}`,
      label: { key: 'faucet.trigger.name', value: trigger },
    })
  }
  const tick = own(labels, 'faucet.trigger.tick')
  if (tick !== undefined)
    origins.push({ name: 'Tick', value: tick, label: { key: 'faucet.trigger.tick', value: tick } })
  for (const [key, value] of Object.entries(labels)) {
    const word = /^faucet\.trigger\.(?!name$|type$|tick$)(.+)$/.exec(key)?.[1]
    if (word !== undefined) origins.push({ name: `Trigger ${word.replaceAll('_', ' ')}`, value })
  }
  const again = own(labels, RERUN_OF)
  if (again !== undefined) {
    origins.push({ name: 'Run again of', value: again, ...(UUID.test(again) && { runId: again }) })
  }
  if (replay_of !== undefined) {
    origins.push({ name: 'Replays', value: replay_of, ...(UUID.test(replay_of) && { runId: replay_of }) })
  }
  return origins
}

/** Engines name runs so; a place of dead letters is a path. */
export const isRunId = (text: string): boolean => UUID.test(text)
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

const own = (labels: Readonly<Record<string, string>>, key: string): string | undefined =>
  Object.hasOwn(labels, key) ? labels[key] : undefined

/** Orders that were asked for beyond the config's own: each row waits for others. Engines before 1.16 have none. */
export function addedOrder(run: object): { row: string; after: string[] }[] {
  const order = 'depends_on' in run ? run.depends_on : undefined
  if (typeof order !== 'object' || order === null) return []
  return Object.entries(order).map(([row, after]) => ({
    row,
    after: Array.isArray(after) ? after.filter((one) => typeof one === 'string') : [],
  }))
}
