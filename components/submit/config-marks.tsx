'use client'

import { cx } from '@/components/ui/cx'
import type { ConfigChecks } from '@/lib/client/use-config-problems'
import type { ConfigProblem } from '@/lib/derive/config-problems'
import { counted } from '@/lib/format/number'

interface ConfigMarksProps {
  checks: ConfigChecks
  isEmpty: boolean
  /** Puts an example in the place of nothing. */
  onExample: () => void
  isPlain: boolean
  onPlain: (isPlain: boolean) => void
  onGo: (problem: ConfigProblem) => void
}

/** Under the text: what is wrong with it, line by line, each with the way there. */
export function ConfigMarks({ checks, isEmpty, onExample, isPlain, onPlain, onGo }: ConfigMarksProps) {
  const { list } = checks
  return (
    <div className="border-t border-line">
      <div className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1 px-3 text-meta text-ink-3">
        <p id="config-marks" aria-live="polite">
          {isEmpty ? 'Nothing to look at yet' : summary(list)}
        </p>
        {isEmpty && (
          <button
            type="button"
            onClick={onExample}
            className="rounded-chip text-accent underline decoration-accent-line underline-offset-2"
          >
            Start from an example
          </button>
        )}
        <button
          type="button"
          aria-pressed={isPlain}
          onClick={() => onPlain(!isPlain)}
          className="ml-auto rounded-chip py-1 hover:text-ink"
        >
          {isPlain ? 'Use the editor' : 'Use a plain text field'}
        </button>
      </div>
      {list.length > 0 && (
        <ul aria-label="Problems" className="max-h-fault overflow-auto border-t border-line py-1">
          {list.map((problem) => (
            <li key={`${problem.from} ${problem.message}`}>
              <button
                type="button"
                onClick={() => onGo(problem)}
                className="flex w-full items-baseline gap-2 px-3 py-0.5 text-left text-meta hover:bg-hover"
              >
                <span className={cx('shrink-0 font-strong', TONES[problem.severity])}>{problem.severity}</span>{' '}
                <span className="shrink-0 text-ink-3">line {problem.line}</span>{' '}
                <span className="min-w-0 wrap-anywhere">{problem.message}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const TONES: Record<ConfigProblem['severity'], string> = {
  error: 'text-bad',
  warning: 'text-warn',
  hint: 'text-info',
}

function summary(list: readonly ConfigProblem[]): string {
  const count = (severity: ConfigProblem['severity']) => list.filter((one) => one.severity === severity).length
  const parts = [
    count('error') > 0 && counted(count('error'), 'error'),
    count('warning') > 0 && counted(count('warning'), 'warning'),
    count('hint') > 0 && counted(count('hint'), 'hint'),
  ].filter(Boolean)
  return parts.length === 0 ? 'Reads well, as far as it can be told without a connector' : parts.join(' · ')
}
