import type { RefObject } from 'react'
import { cx } from './cx'

interface TextareaProps {
  id: string
  name: string
  value?: string
  defaultValue?: string
  rows?: number
  onChange?: (value: string) => void
  onLeave?: () => void
  placeholder?: string
  describedBy?: string | undefined
  isInvalid?: boolean
  isMono?: boolean
  textareaRef?: RefObject<HTMLTextAreaElement | null>
}

export function Textarea({
  rows = 3,
  onChange,
  onLeave,
  describedBy,
  isInvalid = false,
  isMono = false,
  textareaRef,
  ...rest
}: TextareaProps) {
  return (
    <textarea
      {...rest}
      ref={textareaRef}
      rows={rows}
      onChange={onChange && ((event) => onChange(event.target.value))}
      onBlur={onLeave}
      aria-describedby={describedBy}
      aria-invalid={isInvalid || undefined}
      autoCapitalize="off"
      autoComplete="off"
      autoCorrect="off"
      spellCheck={false}
      className={cx(
        'w-full min-w-0 resize-y rounded-control border bg-sunken px-2 py-1.25 placeholder:text-ink-3',
        isMono && 'font-mono text-meta leading-code',
        isInvalid ? 'border-bad-solid' : 'border-line-strong',
      )}
    />
  )
}
