'use client'

import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { MOST_CHOSEN, type Selection } from '@/components/ui/use-selection'
import { counted, whole } from '@/lib/format/number'

/** How many rows are chosen and what can be done with them. It lies over the end of the list: no row moves. */
export function SelectionBar<R>({ selection, children }: { selection: Selection<R>; children?: ReactNode }) {
  const { chosen, elsewhere, isFull, drop } = selection
  return (
    <section
      aria-label="Chosen runs"
      className="sticky bottom-4 z-20 mx-auto flex w-fit max-w-full flex-wrap items-center gap-x-3 gap-y-1 rounded-panel border border-line bg-surface py-1.5 pr-1.5 pl-3 shadow-float motion-safe:animate-appear"
    >
      <span role="status" className="whitespace-nowrap">
        <span className="font-strong">{counted(chosen.size, 'run')} chosen</span>
        {elsewhere > 0 && <span className="text-ink-3"> · {whole(elsewhere)} on other pages</span>}
        {isFull && <span className="text-ink-3"> · no more than {whole(MOST_CHOSEN)} at once</span>}
      </span>
      <span className="flex flex-wrap items-center gap-1">
        {children}
        <CopyButton text={[...chosen.keys()].join('\n')} label="Copy their ids, one a line" />
        <Button intent="quiet" size="small" onPress={() => drop()}>
          Clear
        </Button>
      </span>
    </section>
  )
}
