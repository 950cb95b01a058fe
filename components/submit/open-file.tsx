'use client'

import { useRef } from 'react'
import { Button } from '@/components/ui/button'

/** A text from a file of the reader's. */
export function OpenFile({ onText }: { onText: (text: string, name: string) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".yaml,.yml,.json,text/plain,application/json"
        hidden
        aria-label="File to open"
        onChange={(event) => {
          const [file] = event.target.files ?? []
          if (file !== undefined) void file.text().then((text) => onText(text.replace(/^\ufeff/, ''), file.name))
          event.target.value = ''
        }}
      />
      <Button intent="quiet" onPress={() => input.current?.click()}>
        Open file
      </Button>
    </>
  )
}
