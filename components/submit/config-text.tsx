'use client'

import { type ComponentType, type RefObject, useEffect, useImperativeHandle, useRef, useState } from 'react'
import type { CodeEditorProps, TextPlace } from './code-editor'

interface ConfigTextProps extends Omit<CodeEditorProps, 'start'> {
  /** The reader wants an ordinary field. */
  isPlain: boolean
}

interface Loaded {
  Editor: ComponentType<CodeEditorProps>
  start: CodeEditorProps['start']
}

/**
 * The config as text. An ordinary field from the first byte, for whoever has no scripts or wants none of an editor; the
 * editor takes its place when it has come, with the cursor where it was.
 */
export function ConfigText({ isPlain, ...props }: ConfigTextProps) {
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (isPlain) return setLoaded(null)
    let isGone = false
    void import('./code-editor').then(({ CodeEditor }) => {
      if (isGone) return
      const { current } = field
      const isThere = current !== null && document.activeElement === current
      setLoaded({
        Editor: CodeEditor,
        start: isThere ? { from: current.selectionStart, to: current.selectionEnd } : null,
      })
    })
    return () => {
      isGone = true
    }
  }, [isPlain])

  if (loaded !== null && !isPlain) {
    return (
      <div className="editor-height">
        <loaded.Editor {...props} start={loaded.start} />
        {/* What the browser sends without the page's doing. */}
        <input type="hidden" name="config" value={props.value} />
      </div>
    )
  }
  const { original: _, ...plain } = props
  return <PlainText {...plain} field={field} />
}

function PlainText({
  label,
  value,
  example,
  isInvalid,
  describedBy,
  placeRef,
  onChange,
  field,
}: Omit<ConfigTextProps, 'isPlain' | 'original'> & { field: RefObject<HTMLTextAreaElement | null> }) {
  useImperativeHandle<TextPlace | null, TextPlace>(placeRef, () => ({
    focus: () => field.current?.focus(),
    select(from, to) {
      field.current?.focus()
      field.current?.setSelectionRange(from, to)
    },
  }))
  return (
    <textarea
      ref={field}
      name="config"
      aria-label={label}
      aria-invalid={isInvalid || undefined}
      aria-describedby={describedBy}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      spellCheck={false}
      autoCapitalize="off"
      autoComplete="off"
      autoCorrect="off"
      placeholder={example}
      className="editor-height w-full resize-none bg-surface py-2 pr-3 pl-17 font-mono text-meta leading-code -outline-offset-2 placeholder:text-ink-3"
    />
  )
}
