'use client'

import { type ReactNode, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { Sheet } from '@/components/ui/sheet'

export interface Facet {
  label: string
  /** What its panel is called. */
  title: string
  /** Something is chosen in it. */
  isSet: boolean
  body: ReactNode
}

/** Every filter below the other, one open at a time: for screens that have no room for menus. */
export function FiltersSheet({ facets, onClose }: { facets: readonly Facet[]; onClose: () => void }) {
  const [open, setOpen] = useState(() => facets.find(({ isSet }) => isSet)?.label ?? facets[0]?.label ?? null)
  return (
    <Sheet title="Filters" isOpen onOpen={(isOpen) => isOpen || onClose()}>
      <div className="grid grid-cols-[minmax(0,1fr)]">
        {facets.map(({ label, title, isSet, body }) => (
          <section key={label} aria-label={title} className="border-b border-line">
            <h3>
              <button
                type="button"
                aria-expanded={open === label}
                onClick={() => setOpen(open === label ? null : label)}
                className={`flex h-11 w-full items-center gap-2 rounded-chip text-left font-control ${isSet ? 'text-accent' : ''}`}
              >
                {label}
                {isSet && <span className="text-meta font-normal">set</span>}
                <span className="ml-auto text-ink-3">
                  <Icon name={open === label ? 'up' : 'down'} />
                </span>
              </button>
            </h3>
            {open === label && <div className="pb-4">{body}</div>}
          </section>
        ))}
        <div className="pt-4">
          <Button intent="primary" onPress={onClose}>
            Show the runs
          </Button>
        </div>
      </div>
    </Sheet>
  )
}
