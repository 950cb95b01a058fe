'use client'

import { useQuery } from '@tanstack/react-query'
import { type Ref, useEffect, useImperativeHandle, useRef } from 'react'
import { runValuesQuery } from '@/lib/client/run-facets'
import { visible } from '@/lib/format/text'
import type { Completion } from '@/lib/url/run-complete'
import type { RunListFilter } from '@/lib/url/runs'
import { type Choice, choicesFor, valueFieldOf } from './query-choices'

export interface QueryHelpHandle {
  /** Null: there is none of this number. */
  choice(at: number): Choice | null
}

interface QueryHelpProps {
  id: string
  filter: RunListFilter
  isConfined: boolean
  completion: Completion
  /** The choice that Enter takes; -1: none. */
  active: number
  onCount: (count: number) => void
  onPick: (choice: Choice) => void
  handle: Ref<QueryHelpHandle>
}

/** What could be written at the caret, below the query: fields, their words, or what the newest runs have there. */
export function QueryHelp({ id, filter, isConfined, completion, active, onCount, onPick, handle }: QueryHelpProps) {
  const field = valueFieldOf(completion)
  const { data } = useQuery({ ...runValuesQuery(filter, field ?? 'name'), enabled: field !== null })
  const choices = choicesFor(completion, field === null ? [] : (data?.values ?? []), isConfined)
  const list = useRef<HTMLDivElement>(null)
  useImperativeHandle(handle, () => ({ choice: (at) => choices[at] ?? null }))
  useEffect(() => {
    onCount(choices.length)
    return () => onCount(0)
  }, [choices.length, onCount])
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])
  if (choices.length === 0) return null
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label={completion.of === 'field' ? 'Filters' : `Values of ${completion.key}`}
      tabIndex={-1}
      className="absolute top-full left-0 z-40 mt-1 grid max-h-72 w-96 max-w-full grid-cols-[minmax(0,1fr)] gap-px overflow-y-auto rounded-panel border border-line bg-surface p-1 shadow-float"
    >
      {choices.map((choice, at) => (
        // Its keys are the input's, which keeps the focus.
        // biome-ignore lint/a11y/useKeyWithClickEvents: a listbox that an input drives
        <div
          key={choice.text}
          id={`${id}-${at}`}
          role="option"
          aria-selected={at === active}
          tabIndex={-1}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onPick(choice)}
          className={`flex min-h-7 cursor-pointer items-center gap-3 rounded-chip px-2 ${at === active ? 'bg-accent-weak text-accent' : 'hover:bg-hover'}`}
        >
          <span className="min-w-0 truncate font-mono text-meta">{visible(choice.shown)}</span>
          {choice.hint !== undefined && (
            <span className="ml-auto shrink-0 text-meta text-ink-3 tabular-nums">{choice.hint}</span>
          )}
        </div>
      ))}
    </div>
  )
}
