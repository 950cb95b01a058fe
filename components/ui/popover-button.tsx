import type { ComponentProps, ReactNode } from 'react'
import { Icon, type IconName } from './icon'

interface ButtonLook {
  /** What the button says. */
  label: string
  icon?: IconName
  /** Something is chosen in it. */
  isSet?: boolean
}

export interface PopoverProps extends ButtonLook {
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  /** Name of the panel. */
  title: string
  children: ReactNode
}

/** What opens the panel; the rest of its props come from whatever drives it. */
export function PopoverButton({ label, icon, isSet = false, ...driven }: ButtonLook & ComponentProps<'button'>) {
  return (
    <button
      type="button"
      {...driven}
      className={`inline-flex h-6 shrink-0 items-center gap-1.25 rounded-chip px-2 text-meta font-control whitespace-nowrap transition-colors hover:bg-hover ${isSet ? 'text-accent' : 'text-ink-2'}`}
    >
      {icon && <Icon name={icon} />}
      {label}
      <Icon name="down" size="small" />
    </button>
  )
}
