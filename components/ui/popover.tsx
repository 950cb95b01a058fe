'use client'

import { Popover as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon'

interface PopoverProps {
  /** What the button says. */
  label: string
  icon?: IconName
  /** Something is chosen in it. */
  isSet?: boolean
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  /** Name of the panel. */
  title: string
  children: ReactNode
}

/** A button and a small panel below it. Escape and a click outside close it, focus goes back to the button. */
export function Popover({ label, icon, isSet = false, isOpen, onOpen, title, children }: PopoverProps) {
  return (
    <Radix.Root open={isOpen} onOpenChange={onOpen}>
      <Radix.Trigger
        className={`inline-flex h-6 shrink-0 items-center gap-1.25 rounded-chip px-2 text-meta font-control whitespace-nowrap transition-colors hover:bg-hover ${isSet ? 'text-accent' : 'text-ink-2'}`}
      >
        {icon && <Icon name={icon} />}
        {label}
        <Icon name="down" size="small" />
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          aria-label={title}
          align="start"
          sideOffset={6}
          collisionPadding={8}
          className="z-40 w-72 max-w-full rounded-panel border border-line bg-surface p-3 shadow-float outline-none motion-safe:animate-appear"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
