'use client'

import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { useFocusReturn } from './use-focus-return'

interface CommandDialogProps {
  title: string
  onClose: () => void
  children: ReactNode
}

/** A dialog that is all field and list. Modal; focus goes back where it was, Escape and a click outside close it. */
export function CommandDialog({ title, onClose, children }: CommandDialogProps) {
  const focus = useFocusReturn()
  return (
    <Radix.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-veil" />
        <Radix.Content
          {...focus}
          aria-describedby={undefined}
          className="command-place fixed z-50 flex flex-col overflow-clip rounded-panel border border-line bg-surface shadow-float outline-none motion-safe:animate-appear"
        >
          <Radix.Title className="sr-only">{title}</Radix.Title>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
