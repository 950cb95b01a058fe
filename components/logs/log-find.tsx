'use client'

import type { RefObject } from 'react'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { whole } from '@/lib/format/number'

interface LogFindProps {
  text: string
  onType: (text: string) => void
  onLeave: () => void
  isPattern: boolean
  isCaseSensitive: boolean
  onPattern: () => void
  onCase: () => void
  /** Which of the lines that hold it the reader stands on, from 1; 0: none. */
  at: number
  found: number
  isDone: boolean
  isCapped: boolean
  error: string | null
  onStep: (by: 1 | -1) => void
  onEscape: () => void
  field: RefObject<HTMLInputElement | null>
}

/** Finds in all of the log, not only in what is drawn. */
export function LogFind(props: LogFindProps) {
  const { text, isPattern, isCaseSensitive, onStep } = props
  return (
    <search className="flex min-w-0 flex-wrap items-center gap-1 max-wide:w-full">
      <div className="w-64 max-w-full max-wide:w-auto max-wide:grow">
        <Field label="Find in the log" isLabelHidden>
          {({ id }) => (
            <Input
              id={id}
              name="q"
              type="search"
              value={text}
              isInvalid={props.error !== null}
              describedBy="log-found"
              onLeave={props.onLeave}
              inputRef={props.field}
              placeholder={isPattern ? 'regular expression' : 'find in the log'}
              onChange={props.onType}
              onKey={(key, isShifted) => {
                if (key === 'Enter') onStep(isShifted ? -1 : 1)
                else if (key === 'Escape' && text === '') props.onEscape()
              }}
            />
          )}
        </Field>
      </div>
      <Button
        intent="quiet"
        size="small"
        label="Upper and lower case differ"
        isPressed={isCaseSensitive}
        onPress={props.onCase}
      >
        Aa
      </Button>
      <Button intent="quiet" size="small" label="Regular expression" isPressed={isPattern} onPress={props.onPattern}>
        .*
      </Button>
      <span id="log-found" role="status" className="text-meta text-ink-3 tabular-nums">
        {text !== '' && <Found {...props} />}
      </span>
      {text !== '' && props.found > 0 && (
        <span className="inline-flex">
          <Button intent="quiet" size="small" icon="up" label="Previous match (N)" onPress={() => onStep(-1)} />
          <Button intent="quiet" size="small" icon="down" label="Next match (n)" onPress={() => onStep(1)} />
        </span>
      )}
    </search>
  )
}

function Found({ at, found, isDone, isCapped, error }: LogFindProps) {
  if (error !== null) return <span className="text-bad">{error}</span>
  if (found === 0) return isDone ? 'no line' : 'searching…'
  const all = `${whole(found)}${isCapped || !isDone ? '+' : ''}`
  return at === 0 ? `${all} ${found === 1 ? 'line' : 'lines'}` : `${whole(at)} of ${all}`
}
