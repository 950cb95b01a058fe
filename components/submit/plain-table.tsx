import type { ReactNode } from 'react'
import { cx } from '@/components/ui/cx'

interface PlainTableProps {
  label: string
  heads: readonly string[]
  /** `<tr>`s. */
  rows: ReactNode
}

/** A few rows that are read whole: texts wrap, and what is too wide scrolls inside. */
export function PlainTable({ label, heads, rows }: PlainTableProps) {
  return (
    <section aria-label={label} tabIndex={0} className="overflow-x-auto">
      <table className="w-full">
        <thead>
          <tr>
            {heads.map((head) => (
              <th
                key={head}
                scope="col"
                className="h-7.5 border-b border-line px-3 text-left text-label font-control whitespace-nowrap text-ink-3"
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="*:border-b *:border-line *:last:border-b-0">{rows}</tbody>
      </table>
    </section>
  )
}

interface CellProps {
  isMono?: boolean
  /** Short, and never broken. */
  isWord?: boolean
  children: ReactNode
}

export function Cell({ isMono = false, isWord = false, children }: CellProps) {
  return (
    <td
      className={cx(
        'px-3 py-1.5 align-baseline',
        isMono && 'font-mono text-meta',
        isWord ? 'whitespace-nowrap' : 'wrap-anywhere',
      )}
    >
      {children}
    </td>
  )
}
