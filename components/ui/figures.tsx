import type { ReactNode } from 'react'
import { cx } from './cx'
import { TONE_SOLID, TONE_TEXT, type Tone } from './tone'

/** A row of a few numbers that stand for a page. */
export function Figures({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section
      aria-label={label}
      className="grid grid-cols-2 gap-px overflow-clip rounded-panel border border-line bg-line roomy:grid-flow-col roomy:auto-cols-fr roomy:grid-cols-none"
    >
      {children}
    </section>
  )
}

interface FigureProps {
  name: string
  value: ReactNode
  /** Of what, since when, compared with what. */
  note?: ReactNode
  tone?: Tone | undefined
  /** 0 to 1: a bar under the number. */
  share?: number | null
}

export function Figure({ name, value, note, tone, share = null }: FigureProps) {
  return (
    <div className="grid min-w-0 content-start gap-0.5 bg-surface px-3 py-2.5 last:odd:col-span-2 roomy:last:odd:col-span-1">
      <p className="text-meta text-ink-3">{name}</p>
      <p className={cx('text-page leading-tight font-title tabular-nums', tone && TONE_TEXT[tone])}>{value}</p>
      {share !== null && (
        <span aria-hidden="true" className="my-1 block h-1 overflow-hidden rounded-chip bg-sunken">
          <i
            className={cx('block h-full rounded-chip', TONE_SOLID[share >= 1 ? 'warn' : 'info'])}
            style={{ width: `${Math.min(100, share * 100)}%` }}
          />
        </span>
      )}
      {note !== undefined && <p className="text-meta text-ink-3">{note}</p>}
    </div>
  )
}
