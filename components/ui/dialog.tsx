'use client'

import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { Button } from './button'
import { useFocusReturn } from './use-focus-return'

interface DialogProps {
  title: string
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  children: ReactNode
}

/** Named and modal: focus stays inside and goes back where it was, Escape closes. */
export function Dialog({ title, isOpen, onOpen, children }: DialogProps) {
  const focus = useFocusReturn()
  return (
    <Radix.Root open={isOpen} onOpenChange={onOpen}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-veil" />
        <Radix.Content
          {...focus}
          aria-describedby={undefined}
          className="dialog-place fixed z-50 overflow-auto rounded-panel border border-line bg-surface p-4 shadow-float outline-none motion-safe:animate-appear"
        >
          <div className="flex items-center justify-between gap-4 pb-3">
            <Radix.Title className="text-section font-title">{title}</Radix.Title>
            <Radix.Close asChild>
              <span>
                <Button intent="quiet" icon="close" label="Close" onPress={() => onOpen(false)} />
              </span>
            </Radix.Close>
          </div>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
