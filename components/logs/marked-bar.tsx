'use client'

import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { copyText } from '@/components/ui/copy-text'
import { notify } from '@/components/ui/notices'
import { useShortcuts } from '@/components/ui/use-shortcuts'

interface MarkedBarProps {
  isRange: boolean
  /** Their text, read if it is not here; null: too many to copy. */
  readLines: () => Promise<string[] | null>
  onClear: () => void
}

/** What can be done with the lines that the address names. */
export function MarkedBar({ isRange, readLines, onClear }: MarkedBarProps) {
  const [isBusy, setBusy] = useState(false)
  // Here, not among the log's other keys: what came later on screen has the key, and going back to the list has it too.
  useShortcuts('Marked lines', [{ key: 'Escape', does: 'mark no line', act: onClear }])
  const say = (done: boolean, words: string) =>
    notify(done ? { tone: 'good', text: words } : { tone: 'bad', text: 'Copying is not allowed here' })
  const copyLines = async () => {
    setBusy(true)
    try {
      const lines = await readLines()
      if (lines === null) notify({ tone: 'info', text: 'So many lines are not copied at once: the download has them' })
      else say(await copyText(lines.join('\n')), lines.length === 1 ? 'Line copied' : `${lines.length} lines copied`)
    } catch {
      notify({ tone: 'bad', text: 'The lines could not be read' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="flex flex-wrap items-center gap-1 border-b border-line bg-accent-weak px-3 py-1 text-meta">
      <span className="pr-1 max-wide:sr-only">{isRange ? 'Lines are marked' : 'A line is marked'}</span>
      <Button
        intent="quiet"
        size="small"
        icon="link"
        onPress={async () => say(await copyText(window.location.href), 'Link copied')}
      >
        Copy link
      </Button>
      <Button intent="quiet" size="small" icon="copy" isBusy={isBusy} onPress={() => void copyLines()}>
        {isRange ? 'Copy lines' : 'Copy line'}
      </Button>
      <Button intent="quiet" size="small" icon="close" onPress={onClear}>
        Clear
      </Button>
      <span className="ml-auto text-ink-3 max-wide:hidden">Shift-click a number for a range</span>
    </div>
  )
}
