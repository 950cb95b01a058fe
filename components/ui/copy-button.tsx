'use client'

import { useEffect, useState } from 'react'
import { Button } from './button'

/** Copies a text and says that it did, on plain-HTTP hosts too. */
export function CopyButton({ text, label = 'Copy', words }: { text: string; label?: string; words?: string }) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle')

  useEffect(() => {
    if (state === 'idle') return
    const timer = setTimeout(() => setState('idle'), 1500)
    return () => clearTimeout(timer)
  }, [state])

  return (
    <>
      <Button
        intent="quiet"
        size="small"
        icon={state === 'copied' ? 'check' : 'copy'}
        label={label}
        onPress={async () => setState((await copyText(text)) ? 'copied' : 'failed')}
      >
        {words}
      </Button>
      <span role="status" className="sr-only">
        {state === 'copied' ? 'Copied' : state === 'failed' ? 'Copying is not allowed here' : ''}
      </span>
    </>
  )
}

async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
  }
}

/** The clipboard API exists only on HTTPS and loopback; a selection can be copied anywhere. */
function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea')
  area.value = text
  area.style.position = 'fixed'
  area.style.opacity = '0'
  const hadFocus = document.activeElement
  document.body.append(area)
  area.select()
  const copied = document.execCommand('copy')
  area.remove()
  if (hadFocus instanceof HTMLElement) hadFocus.focus()
  return copied
}
