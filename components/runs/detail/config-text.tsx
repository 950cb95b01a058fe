'use client'

import { type ComponentType, useEffect, useState } from 'react'
import { CodeBlock } from '@/components/ui/code-block'
import type { ConfigEditorProps } from './config-editor'

/** A config to be read: as plain text at once, then highlighted, with folding, search and what differs. */
export function ConfigText(props: ConfigEditorProps) {
  const [Editor, setEditor] = useState<ComponentType<ConfigEditorProps> | null>(null)
  useEffect(() => {
    let isHere = true
    import('./config-editor').then(
      ({ ConfigEditor }) => isHere && setEditor(() => ConfigEditor),
      // Without it the text is read as it is.
      () => undefined,
    )
    return () => {
      isHere = false
    }
  }, [])
  const { text, label, format } = props
  if (Editor === null) return <CodeBlock text={text} label={label} language={format === 'json' ? 'json' : 'yaml'} />
  return (
    <section aria-label={label}>
      <Editor {...props} />
    </section>
  )
}
