import type { RefObject } from 'react'
import { cx } from './cx'

interface InputProps {
  id: string
  name: string
  type?: 'text' | 'search' | 'password'
  defaultValue?: string
  value?: string
  onChange?: (value: string) => void
  placeholder?: string
  describedBy?: string | undefined
  isInvalid?: boolean
  isRequired?: boolean
  isMono?: boolean
  autoComplete?: string
  list?: string
  inputRef?: RefObject<HTMLInputElement | null>
  onLeave?: () => void
  /** Key strokes that mean something here: `Enter`, `Escape`. */
  onKey?: (key: string, isShifted: boolean) => void
  /** Draws no edge of its own: it stands inside something that has one. */
  isBare?: boolean
}

export function Input({
  type = 'text',
  onChange,
  describedBy,
  isInvalid = false,
  isRequired = false,
  isMono = false,
  autoComplete = 'off',
  inputRef,
  onKey,
  onLeave,
  isBare = false,
  ...rest
}: InputProps) {
  return (
    <input
      {...rest}
      ref={inputRef}
      type={type}
      onChange={onChange && ((event) => onChange(event.target.value))}
      onKeyDown={onKey && ((event) => onKey(event.key, event.shiftKey))}
      onBlur={onLeave}
      aria-describedby={describedBy}
      aria-invalid={isInvalid || undefined}
      required={isRequired}
      autoComplete={autoComplete}
      autoCapitalize="off"
      autoCorrect="off"
      spellCheck={false}
      className={cx(
        'h-control w-full min-w-0 placeholder:text-ink-3',
        isMono && 'font-mono text-meta',
        isBare
          ? 'bg-transparent outline-none'
          : cx('rounded-control border bg-sunken px-2', isInvalid ? 'border-bad-solid' : 'border-line-strong'),
      )}
    />
  )
}
