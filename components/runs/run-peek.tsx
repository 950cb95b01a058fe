'use client'

import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '@/components/ui/button'
import { Sheet } from '@/components/ui/sheet'
import { useIsRoomy } from '@/components/ui/use-is-roomy'
import type { RunHead } from '@/lib/client/run-parts'
import type { RunRow } from '@/lib/client/runs'
import { useRunHead } from '@/lib/client/use-runs'
import { runTitle } from '@/lib/derive/run-facts'
import { visible } from '@/lib/format/text'
import { PeekBody } from './peek-body'
import { leavePeek } from './row-walk'
import { runIdOf, titleOf } from './run-row'
import type { Peek } from './use-peek'

interface RunPeekProps {
  runId: string
  peek: Peek
  /** What the list shows: the runs above and below are its. */
  rows: readonly RunRow[]
}

/** A run beside the list: what happened, without leaving it. Over the list where there is no room beside it. */
export function RunPeek({ runId, peek, rows }: RunPeekProps) {
  const isRoomy = useIsRoomy()
  const at = rows.findIndex((row) => runIdOf(row) === runId)
  const row = rows[at]
  const { data } = useRunHead(runId)
  const name = row === undefined ? headName(data?.run) : visible(titleOf(row))
  const step = (by: number) => {
    const next = at === -1 ? undefined : rows[at + by]
    const id = next === undefined ? null : runIdOf(next)
    return { isDisabled: id === null, onPress: () => id !== null && peek.follow(id) }
  }
  const steps = (
    <>
      <Button intent="quiet" size="small" icon="up" label="Run above" {...step(-1)} />
      <Button intent="quiet" size="small" icon="down" label="Run below" {...step(1)} />
    </>
  )
  if (!isRoomy) {
    return (
      <Sheet title={name} isOpen onOpen={(isOpen) => isOpen || peek.close()}>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
          <div className="flex gap-1">{steps}</div>
          <PeekBody runId={runId} />
        </div>
      </Sheet>
    )
  }
  return (
    <Beside name={name} onClose={() => leavePeek(peek)} steps={steps}>
      <PeekBody runId={runId} />
    </Beside>
  )
}

/** Of a run that is not on this page of the list. */
function headName(run: RunHead['run'] | undefined): string {
  if (run === undefined) return 'Run'
  return visible(run.ok ? runTitle(run.record) : run.columns['name'] || 'Run')
}

interface BesideProps {
  name: string
  steps: ReactNode
  onClose: () => void
  children: ReactNode
}

function Beside({ name, steps, onClose, children }: BesideProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  // Opened by a control of its own, what it holds is read next; opened from a row, the walk through the rows goes on.
  useEffect(() => {
    if (document.activeElement?.closest('[data-peek]')) heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <aside
      data-peeked
      aria-label={`Peek at ${name}`}
      className="sticky top-13 grid max-h-beside min-w-0 grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)] overflow-hidden rounded-panel border border-line bg-surface"
    >
      <div className="flex items-center gap-1 border-b border-line py-1.5 pr-1.5 pl-3">
        <h2
          ref={heading}
          tabIndex={-1}
          className="mr-auto min-w-0 truncate text-section font-title outline-none"
          data-tip={name}
          data-tip-when="cut"
        >
          {name}
        </h2>
        {steps}
        <Button intent="quiet" size="small" icon="close" label="Close the peek" onPress={onClose} />
      </div>
      <div className="overflow-y-auto p-3">{children}</div>
    </aside>
  )
}
