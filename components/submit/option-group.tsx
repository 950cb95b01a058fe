'use client'

import { type ReactNode, useState } from 'react'
import { Icon } from '@/components/ui/icon'

interface OptionGroupProps {
  title: string
  /** What is set in it, in a few words; null: nothing. */
  set: string | null
  children: ReactNode
}

/** Options that few runs need: folded until something is set in them. Folds without scripts, too. */
export function OptionGroup({ title, set, children }: OptionGroupProps) {
  const [isOpen, setOpen] = useState(set !== null)
  const [wasSet, setWasSet] = useState(set !== null)
  if (wasSet !== (set !== null)) {
    setWasSet(set !== null)
    // What was restored is shown; what was emptied is not folded away under somebody's hands.
    if (set !== null) setOpen(true)
  }
  return (
    <details
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="group/option rounded-panel border border-line bg-surface"
    >
      <summary className="flex min-h-9.5 list-none items-center gap-2 rounded-panel px-3">
        <span className="text-ink-3 transition-transform group-open/option:rotate-90">
          <Icon name="right" size="small" />
        </span>
        <h2 className="text-body font-title">{title}</h2>
        <span className="min-w-0 truncate text-meta text-ink-3">{set ?? 'nothing set'}</span>
      </summary>
      <div className="grid gap-3 border-t border-line p-3">{children}</div>
    </details>
  )
}
