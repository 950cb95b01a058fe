'use client'

import { Popover as Radix } from 'radix-ui'
import { PopoverButton, type PopoverProps } from './popover-button'

/** The panel with everything that places and holds it. */
export function PopoverPanel({ isOpen, onOpen, title, children, ...look }: PopoverProps) {
  return (
    <Radix.Root open={isOpen} onOpenChange={onOpen}>
      <Radix.Trigger asChild>
        <PopoverButton {...look} />
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
