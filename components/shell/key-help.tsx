'use client'

import { useId, useSyncExternalStore } from 'react'
import { Dialog } from '@/components/ui/dialog'
import { KeyName } from '@/components/ui/key-name'
import { areKeysOn, listShortcuts, noShortcuts, turnKeys, watchShortcuts } from '@/components/ui/shortcut-registry'

/** What the keys do that can be pressed here, and the switch that turns them off. */
export function KeyHelp({ onClose }: { onClose: () => void }) {
  const groups = useSyncExternalStore(watchShortcuts, listShortcuts, noShortcuts)
  const isOn = useSyncExternalStore(watchShortcuts, areKeysOn, () => true)
  const id = useId()
  return (
    <Dialog title="Keys" isOpen onOpen={(isOpen) => !isOpen && onClose()}>
      <div className={isOn ? 'grid gap-4' : 'grid gap-4 opacity-55'}>
        {groups.map(({ name, shortcuts }) => (
          <section key={name} aria-labelledby={`${id}-${name}`} className="grid gap-1.5">
            <h3 id={`${id}-${name}`} className="text-label text-ink-3">
              {name}
            </h3>
            <dl className="grid-keys items-center gap-x-4 gap-y-1.5">
              {shortcuts.map(({ key, does }) => (
                <div key={key} className="contents">
                  <dt>
                    <KeyName of={key} />
                  </dt>
                  <dd>{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <label className="mt-4 flex items-start gap-2 border-t border-line pt-3">
        <input
          type="checkbox"
          checked={isOn}
          onChange={(event) => turnKeys(event.target.checked)}
          className="mt-0.75 accent-accent"
        />
        <span className="grid gap-0.5">
          Single keys are shortcuts
          <span className="text-meta text-ink-3">
            They rest while you type in a field. Keys held with Ctrl or ⌘ always work. Kept in this browser.
          </span>
        </span>
      </label>
    </Dialog>
  )
}
