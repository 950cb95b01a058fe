import { compareCounts } from './counts'
import { byState, type PipelineItem } from './pipeline-item'
import { runsOf } from './pipeline-sums'

export const PIPELINE_ORDERS = [
  'state',
  'name',
  'last',
  'good',
  'runs',
  'success',
  'duration',
  'rows',
  'rate',
  'next',
] as const
export type PipelineOrder = (typeof PIPELINE_ORDERS)[number]

/** What a column is sorted by, smallest first; null stands last whichever way round it is. */
const KEYS: Readonly<Record<Exclude<PipelineOrder, 'state' | 'name' | 'rows'>, (one: PipelineItem) => number | null>> =
  {
    last: ({ recent: [newest] }) => (newest === undefined ? null : Date.parse(newest.at)),
    good: ({ last_good }) => (last_good === null ? null : Date.parse(last_good.at)),
    runs: ({ outcomes }) => runsOf(outcomes),
    success: ({ outcomes: { completed, failed } }) =>
      completed + failed === 0 ? null : completed / (completed + failed),
    duration: ({ usual }) => usual?.ms ?? null,
    rate: ({ rows_per_sec }) => rows_per_sec,
    next: ({ expected_at }) => (expected_at === null ? null : Date.parse(expected_at)),
  }

/** Sorts for a list: what is alike goes by name, so that nothing jumps about. */
export function inPipelineOrder(items: readonly PipelineItem[], order: PipelineOrder, isDescending: boolean) {
  const turn = isDescending ? -1 : 1
  const names = (a: PipelineItem, b: PipelineItem) => (a.pipeline < b.pipeline ? -1 : a.pipeline > b.pipeline ? 1 : 0)
  const compare = (a: PipelineItem, b: PipelineItem): number => {
    if (order === 'name') return turn * names(a, b)
    if (order === 'state') return turn * (byState(a.state, b.state) || b.streak - a.streak) || names(a, b)
    if (order === 'rows') return turn * compareCounts(a.rows, b.rows) || names(a, b)
    const [x, y] = [KEYS[order](a), KEYS[order](b)]
    if (x === null || y === null) return Number(x === null) - Number(y === null) || names(a, b)
    return turn * (x - y) || names(a, b)
  }
  return items.toSorted(compare)
}
