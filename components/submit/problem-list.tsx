'use client'

import { useEffect, useRef } from 'react'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { counted } from '@/lib/format/number'
import type { Obstacle } from './use-submission'

interface ProblemListProps {
  problems: readonly Obstacle[]
  onGo: (problem: Obstacle) => void
  /** Whoever reads it in the end may see it otherwise. */
  onAnyway?: () => void
}

/** Everything that is wrong with the form, each with the way to its field. */
export function ProblemList({ problems, onGo, onAnyway }: ProblemListProps) {
  const place = useRef<HTMLElement>(null)
  useEffect(() => place.current?.focus(), [])
  return (
    <section
      ref={place}
      tabIndex={-1}
      aria-label="What is wrong with the form"
      className="rounded-panel border border-line bg-bad-weak px-3 py-2 outline-none"
    >
      <p role="alert" className="flex items-center gap-2 font-strong">
        <span className="text-bad">
          <Icon name="alert" />
        </span>
        Not sent: {counted(problems.length, 'thing')} to look at
      </p>
      <ul className="grid gap-0.5 pt-1 pl-5.5">
        {problems.map((problem) => (
          <li key={problem.field + problem.message}>
            <button
              type="button"
              onClick={() => onGo(problem)}
              className="rounded-chip text-left text-ink underline decoration-line-strong underline-offset-2 hover:decoration-current"
            >
              {problem.message}
            </button>
          </li>
        ))}
      </ul>
      {onAnyway !== undefined && (
        <p className="pt-1.5 pl-5.5">
          <Button size="small" onPress={onAnyway}>
            Send it to the engine anyway
          </Button>
        </p>
      )}
    </section>
  )
}
