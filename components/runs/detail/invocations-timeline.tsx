'use client'

import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useMemo, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { useNow } from '@/components/ui/clock'
import { EmptyState } from '@/components/ui/empty-state'
import { ShallowLink } from '@/components/ui/shallow-link'
import { useShortcuts } from '@/components/ui/use-shortcuts'
import type { HeadRecord } from '@/lib/client/run-parts'
import type { InvocationRow, RunDigest } from '@/lib/contract/records/invocations'
import { axisOf } from '@/lib/derive/run-axis'
import { isLive } from '@/lib/derive/run-status'
import { criticalChain, spanOf, type TimelineLine, timelineLines, workSpan } from '@/lib/derive/run-timeline'
import { duration } from '@/lib/format/duration'
import { counted } from '@/lib/format/number'
import { TimelineAxis } from './timeline-axis'
import { TimelineRow } from './timeline-row'
import { useTimeWindow } from './use-time-window'

/** Groups stay open by themselves while all of them together are few. */
const OPEN_UP_TO = 60
const LINE_PX = 26

interface InvocationsTimelineProps {
  run: HeadRecord
  digest: RunDigest
  rows: readonly InvocationRow[]
  chosen: { row: string; parent: string | null } | null
  addressOf: (row: InvocationRow) => string
  tableAddress: string
}

/** Invocations on the run's own time axis, parents above what was made of their records, idle times folded. */
export function InvocationsTimeline(props: InvocationsTimelineProps) {
  const { run, digest, rows, tableAddress } = props
  const now = useNow(isLive(run.status) ? 1_000 : 3_600_000)
  const placed = rows.filter((row) => spanOf(row) !== null)
  if (placed.length === 0) {
    return (
      <EmptyState
        title="When each ran is not recorded"
        hint="An invocation’s time is known from its usage, and this engine version keeps none with the run. How long each took is in the table."
        action={
          <ShallowLink href={tableAddress}>
            <span className="text-accent">Show the table</span>
          </ShallowLink>
        }
      />
    )
  }
  const axis = axisOf(workSpan(run, digest.stretches[0]?.from ?? null, now), digest.stretches)
  return <Timeline {...props} rows={placed} missing={rows.length - placed.length} axis={axis} />
}

interface TimelineProps extends InvocationsTimelineProps {
  missing: number
  axis: ReturnType<typeof axisOf>
}

function Timeline({ rows, missing, axis, chosen, addressOf }: TimelineProps) {
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set())
  const [isChainOnly, setChainOnly] = useState(false)
  const isOpenUnasked = rows.length <= OPEN_UP_TO
  const chain = useMemo(() => criticalChain(rows), [rows])
  const lines = useMemo(
    () =>
      isChainOnly
        ? chain.toReversed().map((row): TimelineLine => ({ kind: 'one', row, isChild: false }))
        : timelineLines(rows, (rowId) => turned.has(rowId) !== isOpenUnasked),
    [rows, turned, isOpenUnasked, isChainOnly, chain],
  )
  const onChain = useMemo(() => new Set(chain.map(({ n }) => n)), [chain])
  const time = useTimeWindow()
  useShortcuts('Timeline', [
    { key: '+', does: 'closer', act: () => time.zoom(0.5) },
    { key: '-', does: 'farther away', act: () => time.zoom(2) },
    { key: '0', does: 'all of it', act: time.reset },
    { key: 'ArrowLeft', does: 'earlier', act: () => time.move(-0.25) },
    { key: 'ArrowRight', does: 'later', act: () => time.move(0.25) },
  ])
  const folded = axis.filter(({ isIdle }) => isIdle)
  const idleMs = folded.reduce((sum, { from, to }) => sum + to - from, 0)
  const turn = (rowId: string) =>
    setTurned((before) => {
      const next = new Set(before)
      if (!next.delete(rowId)) next.add(rowId)
      return next
    })
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-3 py-1.5 text-meta text-ink-3">
        <span>
          {counted(lines.length, 'line')}
          {folded.length > 0 && ` · ${duration(idleMs)} idle folded`}
          {missing > 0 && ` · ${counted(missing, 'invocation')} without a recorded time left out`}
        </span>
        <span className="ml-auto flex items-center gap-1">
          <Button size="small" intent="quiet" isPressed={isChainOnly} onPress={() => setChainOnly(!isChainOnly)}>
            Critical path
          </Button>
          <Button size="small" label="Closer, key +" icon="zoomIn" onPress={() => time.zoom(0.5)} />
          <Button size="small" label="Farther away, key -" icon="zoomOut" onPress={() => time.zoom(2)} />
          <Button size="small" isDisabled={time.isWhole} onPress={time.reset}>
            All of it
          </Button>
        </span>
      </div>
      <TimelineAxis axis={axis} window={time.window} />
      <Lines lines={lines}>
        {(line) => (
          <TimelineRow
            line={line}
            axis={axis}
            window={time.window}
            onChain={onChain}
            chosen={chosen}
            addressOf={addressOf}
            onTurn={turn}
          />
        )}
      </Lines>
    </>
  )
}

/** Only what is in view is drawn: there may be thousands. */
function Lines({
  lines,
  children,
}: {
  lines: readonly TimelineLine[]
  children: (line: TimelineLine) => React.ReactNode
}) {
  const list = useRef<HTMLUListElement>(null)
  const virtual = useWindowVirtualizer({
    count: lines.length,
    estimateSize: () => LINE_PX,
    overscan: 20,
    scrollMargin: list.current?.offsetTop ?? 0,
    initialRect: { width: 0, height: 1200 },
    getItemKey: (index) => {
      const line = lines[index]
      return line === undefined ? index : keyOf(line)
    },
  })
  return (
    <ul ref={list} aria-label="Invocations in time" className="relative" style={{ height: virtual.getTotalSize() }}>
      {virtual.getVirtualItems().map(({ index, key, start, size }) => {
        const line = lines[index]
        return (
          line !== undefined && (
            <li
              key={key}
              aria-setsize={lines.length}
              aria-posinset={index + 1}
              className="absolute inset-x-0"
              style={{ top: start - virtual.options.scrollMargin, height: size }}
            >
              {children(line)}
            </li>
          )
        )
      })}
    </ul>
  )
}

const keyOf = (line: TimelineLine): string => (line.kind === 'group' ? `group ${line.rowId}` : `one ${line.row.n}`)
