'use client'

import { Dialog } from './dialog'
import { Kbd } from './kbd'

export interface Shortcut {
  keys: readonly string[]
  does: string
}

/** What the keys of this page do. */
export function Shortcuts({
  isOpen,
  onOpen,
  shortcuts,
}: {
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  shortcuts: readonly Shortcut[]
}) {
  return (
    <Dialog title="Keys on this page" isOpen={isOpen} onOpen={onOpen}>
      <dl className="grid-facts items-center gap-x-4 gap-y-2">
        {shortcuts.map(({ keys, does }) => (
          <div key={does} className="contents">
            <dt className="flex gap-1">
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <p className="pt-3 text-meta text-ink-3">Keys rest while you type in a field.</p>
    </Dialog>
  )
}
