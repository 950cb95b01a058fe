import { Link } from '@/components/ui/link'
import { Missing } from '@/components/ui/missing'
import { Status } from '@/components/ui/status'
import type { Column } from '@/components/ui/table-columns'
import { Age } from '@/components/ui/time'
import type { Pipeline } from '@/lib/client/pipelines'
import { duration } from '@/lib/format/duration'
import { compact, decimal, percent, whole } from '@/lib/format/number'
import { visible } from '@/lib/format/text'
import { pathToPipeline } from '@/lib/url/paths'
import { RecentMarks } from './recent-marks'
import { STATE_LOOKS, STATE_MEANS } from './state-look'

/** More of them are on its page. */
const MARKS = 13

/** What the list of pipelines has columns for; the ids are what it is sorted by. */
export const pipelineColumns = (now: number): readonly Column<Pipeline>[] => [
  {
    id: 'state',
    header: 'State',
    width: 104,
    from: 'narrow',
    cell: ({ state, streak }) => (
      <span data-tip={STATE_MEANS[state]}>
        <Status word={streak > 1 ? `${state} ×${whole(streak)}` : state} look={STATE_LOOKS[state]} />
      </span>
    ),
  },
  { id: 'name', header: 'Pipeline', least: 165, from: 'narrow', cell: NameCell },
  {
    id: 'recent',
    header: 'Last runs',
    width: 130,
    from: 'mid',
    cell: ({ recent, usual }) => <RecentMarks recent={recent.slice(0, MARKS)} usual={usual} />,
  },
  {
    id: 'last',
    header: 'Last run',
    width: 78,
    isNumber: true,
    from: 'narrow',
    cell: ({ recent: [newest] }) => <Age at={newest?.at ?? null} />,
  },
  {
    id: 'good',
    header: 'Last good',
    width: 82,
    isNumber: true,
    from: 'lean',
    cell: ({ last_good }) =>
      last_good === null ? <Missing why="none completed in what was looked at" /> : <Age at={last_good.at} />,
  },
  {
    id: 'success',
    header: 'Completed',
    width: 88,
    isNumber: true,
    from: 'lean',
    cell: ({ outcomes: { completed, failed } }) =>
      completed + failed === 0 ? (
        <Missing why="nothing ended" />
      ) : (
        <span
          className={failed > 0 ? 'text-bad' : undefined}
          data-tip={`${whole(completed)} completed, ${whole(failed)} failed`}
        >
          {percent(completed / (completed + failed))}
        </span>
      ),
  },
  {
    id: 'runs',
    header: 'Runs',
    width: 60,
    isNumber: true,
    from: 'mid',
    cell: ({ outcomes: { completed, failed, cancelled, open } }) => whole(completed + failed + cancelled + open),
  },
  {
    id: 'duration',
    header: 'Usual · 95 %',
    width: 138,
    isNumber: true,
    from: 'mid',
    cell: ({ usual, p95_ms }) =>
      usual === null ? (
        <Missing why="too few completed runs to say" />
      ) : (
        <span
          data-tip={`of ${whole(usual.of)} completed, from submission to end; most took ${duration(usual.low_ms)} to ${duration(usual.high_ms)}`}
        >
          {duration(usual.ms)} <span className="text-ink-3">· {duration(p95_ms ?? usual.ms)}</span>
        </span>
      ),
  },
  {
    id: 'rows',
    header: 'Rows',
    width: 68,
    isNumber: true,
    from: 'broad',
    cell: ({ rows, last_rows }) => (
      <span data-tip={`${whole(rows)} written${last_rows === null ? '' : `, ${whole(last_rows)} by the last run`}`}>
        {compact(rows)}
      </span>
    ),
  },
  {
    id: 'rate',
    header: 'Rows/s',
    width: 66,
    isNumber: true,
    from: 'broad',
    cell: ({ rows_per_sec: rate }) => (rate === null ? <Missing why="no completed run to measure" /> : rateText(rate)),
  },
  {
    id: 'next',
    header: 'Next',
    width: 100,
    isNumber: true,
    from: 'mid',
    cell: (row) => <NextCell row={row} now={now} />,
  },
]

export const rateText = (rate: number): string =>
  rate >= 100 ? compact(Math.round(rate)) : decimal(Number(rate.toFixed(1)))

function NameCell({ pipeline, templates, triggers, tenants, error, owners, datasets }: Pipeline) {
  const about = [
    ...(error === null ? [] : [error]),
    ...templates.map((name) => `template ${name}`),
    ...triggers.map((name) => `trigger ${name}`),
    ...tenants.map((name) => `tenant ${name}`),
    ...(owners.length === 0 ? [] : [`of ${owners.join(', ')}`]),
    ...(datasets === null ? [] : datasetWords(datasets)),
  ].join(' · ')
  return (
    <span className="grid">
      <span className="truncate leading-4 font-strong" data-tip={visible(pipeline)} data-tip-when="cut">
        <Link href={pathToPipeline(pipeline)} look="row">
          {visible(pipeline)}
        </Link>
      </span>
      {about !== '' && (
        <span
          className={`truncate text-label leading-3.5 ${error === null ? 'text-ink-3' : 'text-bad'}`}
          data-tip={visible(about)}
          data-tip-when="cut"
        >
          {visible(about)}
        </span>
      )}
    </span>
  )
}

const datasetWords = (datasets: { in: number; out: number }): string[] =>
  (['in', 'out'] as const).flatMap((way) => (datasets[way] === 0 ? [] : [`${datasets[way]} ${way}`]))

/** When the next is expected; beyond that, by how much it is over. */
function NextCell({ row: { expected_at, gap_ms, state }, now }: { row: Pipeline; now: number }) {
  if (expected_at === null || gap_ms === null) return <Missing why="no regular rhythm" />
  const inMs = Date.parse(expected_at) - now
  return (
    <span data-tip={`usually every ${duration(gap_ms)}`} className={state === 'late' ? 'text-warn' : undefined}>
      {inMs >= 0 ? `in ${duration(inMs)}` : `${duration(-inMs)} over`}
    </span>
  )
}
