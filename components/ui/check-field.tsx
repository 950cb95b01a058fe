import { type ReactNode, useId } from 'react'

interface CheckFieldProps {
  name: string
  value?: string
  label: ReactNode
  hint?: ReactNode
  isChecked: boolean
  isDisabled?: boolean
  onChange: (isChecked: boolean) => void
}

/** A switch with its words beside it; what cannot be chosen says why. */
export function CheckField({ name, value, label, hint, isChecked, isDisabled = false, onChange }: CheckFieldProps) {
  const id = useId()
  return (
    <div className="flex min-w-0 items-start gap-2">
      <input
        id={id}
        type="checkbox"
        name={name}
        value={value}
        checked={isChecked}
        // Not `disabled`: the reason must be readable by keyboard too.
        aria-disabled={isDisabled || undefined}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={(event) => !isDisabled && onChange(event.target.checked)}
        className="mt-0.75 size-3.5 shrink-0 accent-accent aria-disabled:opacity-55"
      />
      <div className="grid min-w-0 gap-0.5">
        <label htmlFor={id} className={isDisabled ? 'text-ink-3' : undefined}>
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="text-meta text-ink-3">
            {hint}
          </p>
        )}
      </div>
    </div>
  )
}
