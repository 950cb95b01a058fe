'use client'

import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { Button } from './button'
import { useFocusReturn } from './use-focus-return'

interface SheetProps {
  title: string
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  children: ReactNode
}

/** A dialog for little screens, as high as they are and as wide: named and modal, Escape closes, focus goes back. */
export function Sheet({ title, isOpen, onOpen, children }: SheetProps) {
  const focus = useFocusReturn()
  return (
    <Radix.Root open={isOpen} onOpenChange={onOpen}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-veil" />
        <Radix.Content
          {...focus}
          aria-describedby={undefined}
          className="fixed inset-y-0 right-0 z-50 grid w-full max-w-xl grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)] border-l border-line bg-surface shadow-float outline-none motion-safe:animate-appear"
        >
          <div className="flex items-center justify-between gap-4 border-b border-line px-4 py-2">
            <Radix.Title className="min-w-0 truncate text-section font-title">{title}</Radix.Title>
            <Radix.Close asChild>
              <span>
                <Button intent="quiet" icon="close" label="Close" onPress={() => onOpen(false)} />
              </span>
            </Radix.Close>
          </div>
          <div className="overflow-y-auto p-4">{children}</div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
