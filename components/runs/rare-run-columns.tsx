import { CopyButton } from '@/components/ui/copy-button'
import { Missing } from '@/components/ui/missing'
import { Time } from '@/components/ui/time'
import type { ListedRun } from '@/lib/client/runs'
import { laidOver, runStart, submitterIn, templateOf } from '@/lib/derive/run-start'
import type { RunSums } from '@/lib/derive/run-sums'
import { runTiming } from '@/lib/derive/run-timing'
import { bytes } from '@/lib/format/bytes'
import { money } from '@/lib/format/money'
import { counted, perSecond, whole } from '@/lib/format/number'
import { visible } from '@/lib/format/text'
import { type CellContext, type ColumnSpecs, Counted, ofRun, Quiet } from './run-columns'
import { RunLabels } from './run-labels'
import { runIdOf } from './run-row'

/** The columns that somebody has to choose. */
export const RARE_COLUMNS: ColumnSpecs = {
  id: {
    header: 'Run id',
    width: 128,
    from: 'mid',
    cell: (row) => {
      const id = runIdOf(row)
      return id === null ? null : <ShortId id={id} what="run id" />
    },
  },
  template: { header: 'Template', width: 160, from: 'mid', cell: ofRun((run) => <Template run={run} />) },
  origin: { header: 'Started by', width: 160, from: 'mid', cell: ofRun((run) => <Start run={run} />) },
  submitter: {
    header: 'Submitted by',
    width: 120,
    from: 'mid',
    cell: ofRun((run, context) => <Submitter run={run} context={context} />),
  },
  connectors: {
    header: 'Connectors',
    width: 150,
    from: 'mid',
    cell: ofSums(({ connectors, more_connectors }) =>
      connectors.length === 0 ? (
        <Missing why="no invocation reports its usage" />
      ) : (
        <Quiet text={`${connectors.join(', ')}${Number(more_connectors) > 0 ? ` +${more_connectors}` : ''}`} />
      ),
    ),
  },
  pool: {
    header: 'Pool',
    width: 88,
    from: 'mid',
    cell: ofRun(({ pool }) => pool !== undefined && pool !== 'default' && <Quiet text={pool} />),
  },
  rate: {
    header: 'Rows/s',
    tip: 'Rows written a second, of the time it ran',
    width: 76,
    isNumber: true,
    from: 'mid',
    cell: ofRun((run) => <Rate run={run} />),
  },
  bytes: {
    header: 'Bytes written',
    tip: 'As engines estimate them',
    width: 96,
    isNumber: true,
    from: 'mid',
    cell: ofSums(({ covered, bytes_read, bytes_written, invocations }) =>
      covered === 0 ? (
        <Missing why="no invocation reports its usage" />
      ) : (
        <span
          data-tip={`${bytes(bytes_read)} read · ${bytes(bytes_written)} written${covered < invocations ? ` · of ${covered} of ${counted(invocations, 'invocation')}` : ''}`}
        >
          {bytes(bytes_written)}
        </span>
      ),
    ),
  },
  cost: {
    header: 'Cost',
    tip: 'Estimated from rates, not billed',
    width: 104,
    isNumber: true,
    from: 'mid',
    cell: ofSums(({ costs }) =>
      costs.length === 0 ? (
        <Missing why="no invocation reports a cost" />
      ) : (
        <Quiet text={costs.map(({ currency, total }) => money(total, currency)).join(' · ')} />
      ),
    ),
  },
  invocations: {
    header: 'Invocations',
    width: 104,
    isNumber: true,
    from: 'mid',
    cell: ofSums(({ invocations, failed }) => (
      <>
        {whole(invocations)}
        {failed > 0 && <span className="text-bad"> · {whole(failed)} failed</span>}
      </>
    )),
  },
  dlq: {
    header: 'DLQ batches',
    tip: 'Batches of which some or all rows went to a dead-letter queue',
    width: 88,
    isNumber: true,
    from: 'mid',
    cell: ofSums(({ dlq_batches }) => {
      if (dlq_batches === null) return <Missing why="no invocation reports its batches" />
      return dlq_batches === 0 ? (
        <span className="text-ink-3">0</span>
      ) : (
        <span className="font-strong text-warn">
          <Counted count={dlq_batches} />
        </span>
      )
    }),
  },
  attempt: {
    header: 'Attempt',
    tip: 'Shown where it was put back and taken up again',
    width: 72,
    isNumber: true,
    from: 'mid',
    cell: ofRun(({ attempt }) => attempt > 0 && whole(attempt + 1)),
  },
  labels: {
    header: 'Labels',
    width: 260,
    from: 'mid',
    cell: ofRun(({ labels }) => (
      <span className="flex min-w-0 items-center gap-1 overflow-hidden">
        <RunLabels labels={labels} most={3} hidden={['pipeline']} />
      </span>
    )),
  },
  owner: {
    header: 'Owner',
    tip: 'The instance that works on it, or did last',
    width: 128,
    from: 'mid',
    cell: ofRun(({ run_id }, { extras }) => {
      const owner = extras?.owners[run_id]
      if (owner !== undefined) return <ShortId id={owner} what="instance id" />
      return extras === undefined ? null : <Missing why="no instance owns it" />
    }),
  },
  started: {
    header: 'Started',
    width: 160,
    isNumber: true,
    from: 'mid',
    cell: ofRun(({ started_at }) => <Instant at={started_at} why="it has not started" />),
  },
  finished: {
    header: 'Finished',
    width: 160,
    isNumber: true,
    from: 'mid',
    cell: ofRun(({ finished_at }) => <Instant at={finished_at} why="it has not ended" />),
  },
}

function ofSums(draw: (sums: RunSums) => React.ReactNode) {
  return ofRun(({ invocation_sums }) => (invocation_sums === undefined ? <Missing /> : draw(invocation_sums)))
}

/** The end of an id is what tells it from those of the same moment. */
function ShortId({ id, what }: { id: string; what: string }) {
  return (
    <span className="flex items-center gap-0.5">
      <span className="truncate font-mono text-meta text-ink-2" data-tip={id}>
        {id.length > 12 ? `…${id.slice(-10)}` : id}
      </span>
      <span className="relative z-1">
        <CopyButton text={id} label={`Copy ${what}`} />
      </span>
    </span>
  )
}

const Instant = ({ at, why }: { at: string | null; why: string }) => (
  <span className="text-ink-2">
    <Time at={at} why={why} />
  </span>
)

function Template({ run }: { run: ListedRun }) {
  const template = templateOf(run.labels)
  return template !== null && <Quiet text={[template, ...laidOver(run.labels)].join(' · ')} />
}

function Start({ run }: { run: ListedRun }) {
  const { how, what } = runStart(run)
  if (what === null) return <span className="text-ink-3">{how}</span>
  const text = `${how} ${visible(what)}`
  return (
    <span className="block truncate text-ink-2" data-tip={text} data-tip-when="cut">
      <span className="text-ink-3">{how} </span>
      {visible(what)}
    </span>
  )
}

function Submitter({ run, context: { extras } }: { run: ListedRun; context: CellContext }) {
  const known = submitterIn(run) ?? extras?.submitters?.[run.run_id]
  if (known !== undefined) return <Quiet text={known} />
  if (extras === undefined) return null
  return <Missing why={extras.submitters === null ? 'only admins see the audit trail' : 'not recorded'} />
}

function Rate({ run }: { run: ListedRun }) {
  const { ranMs, isLive } = runTiming(run, 0)
  const rate = ranMs === null || isLive ? null : perSecond(run.records_written, ranMs)
  return rate ?? <Missing why={isLive ? 'known when it has ended' : 'too short for a rate'} />
}
