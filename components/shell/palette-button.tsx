'use client'

import { Icon } from '@/components/ui/icon'
import { KeyName } from '@/components/ui/key-name'
import { openPanel } from './open-panel'

const load = () => void import('./palette/palette')

/** Looks like the field that it opens; where there is no room, its icon. */
export function PaletteButton({ size }: { size: 'wide' | 'small' }) {
  const driven = { onClick: () => openPanel('palette'), onPointerEnter: load, onFocus: load }
  if (size === 'small') {
    return (
      <button
        type="button"
        {...driven}
        aria-label="Go to…"
        className="grid size-7 place-items-center rounded-chip text-ink-2 hover:bg-hover"
      >
        <Icon name="search" />
      </button>
    )
  }
  return (
    <button
      type="button"
      {...driven}
      className="flex h-control w-full items-center gap-2 rounded-control border border-line-strong bg-surface px-2 text-ink-3 hover:text-ink"
    >
      <Icon name="search" />
      Go to…
      <span className="ml-auto">
        <KeyName of="mod+k" />
      </span>
    </button>
  )
}
