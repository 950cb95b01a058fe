'use client'

import { useEffect, useState } from 'react'
import { Button } from './button'
import { copyText } from './copy-text'

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
