import type { ComponentProps } from 'react'
import { Icon } from './icon'

/** What opens a menu; the rest of its props come from whatever drives it. */
export function MenuButton({ label, ...driven }: { label: string } & ComponentProps<'button'>) {
  return (
    <button
      type="button"
      {...driven}
      className="inline-flex h-control shrink-0 items-center gap-1.25 rounded-control border border-line-strong bg-surface px-2.5 font-control whitespace-nowrap text-ink transition-colors hover:bg-hover"
    >
      {label}
      <Icon name="down" size="small" />
    </button>
  )
}
