import { cx } from './cx'
import { Icon } from './icon'
import { ShallowLink } from './shallow-link'

interface PagerProps {
  label: string
  /** Absent where there is nothing in that direction. */
  newest?: string | undefined
  newer?: string | undefined
  older?: string | undefined
  /** What this page is: `51–100`. */
  note: string
  /** What its steps are called. */
  words?: { first: string; back: string; on: string }
}

const WORDS = { first: 'Newest', back: 'Newer', on: 'Older' }

/** Keyset paging: one page at a time in either direction, and back to the start. */
export function Pager({ label, newest, newer, older, note, words = WORDS }: PagerProps) {
  return (
    <nav aria-label={label} className="flex flex-wrap items-center gap-1.5">
      <span className="mr-auto text-meta text-ink-3 tabular-nums">{note}</span>
      <Step href={newest} words={words.first} icon="start" />
      <Step href={newer} words={words.back} icon="left" />
      <Step href={older} words={words.on} icon="right" isTrailing />
    </nav>
  )
}

function Step({
  href,
  words,
  icon,
  isTrailing = false,
}: {
  href: string | undefined
  words: string
  icon: 'start' | 'left' | 'right'
  isTrailing?: boolean
}) {
  const look = cx(
    'inline-flex h-control items-center gap-1 rounded-control border px-2.5 font-control',
    href === undefined ? 'border-line text-ink-3' : 'border-line-strong bg-surface text-ink hover:bg-hover',
  )
  const inside = (
    <span className={look}>
      {!isTrailing && <Icon name={icon} />}
      {words}
      {isTrailing && <Icon name={icon} />}
    </span>
  )
  if (href === undefined) return <span aria-hidden="true">{inside}</span>
  return (
    <ShallowLink href={href} goesToTop>
      {inside}
    </ShallowLink>
  )
}
