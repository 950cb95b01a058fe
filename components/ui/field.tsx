import { type ReactNode, useId } from 'react'

interface FieldProps {
  label: string
  hint?: ReactNode
  error?: string | null
  /** The label is on the control itself, for search boxes and the like. */
  isLabelHidden?: boolean
  children: (control: { id: string; describedBy: string | undefined; isInvalid: boolean }) => ReactNode
}

/** A label, its control, and what is wrong with it, tied together for everybody. */
export function Field({ label, hint, error, isLabelHidden = false, children }: FieldProps) {
  const id = useId()
  const noteId = `${id}-note`
  return (
    <div className="grid min-w-0 grow gap-1">
      <label htmlFor={id} className={isLabelHidden ? 'sr-only' : 'text-meta text-ink-2'}>
        {label}
      </label>
      {children({ id, describedBy: error || hint ? noteId : undefined, isInvalid: Boolean(error) })}
      {(error || hint) && (
        <div id={noteId} className="grid gap-0.5 text-meta">
          {error && (
            <p role="alert" className="text-bad">
              {error}
            </p>
          )}
          {hint && <p className="text-ink-3">{hint}</p>}
        </div>
      )}
    </div>
  )
}
