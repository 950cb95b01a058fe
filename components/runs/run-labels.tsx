import type { ReactNode } from 'react'
import { Chip } from '@/components/ui/chip'
import { Link } from '@/components/ui/link'
import { labelsOf } from '@/lib/derive/run-facts'
import { pathToRunsOfLabel } from '@/lib/url/paths'

/** A run's labels as chips, the caller's own first; `hidden` ones are told elsewhere. */
export function RunLabels({
  labels,
  most = Number.POSITIVE_INFINITY,
  hidden = [],
  isWhole = false,
  areLinks = false,
}: {
  labels: Readonly<Record<string, string>>
  most?: number
  hidden?: readonly string[]
  /** There is room for long values. */
  isWhole?: boolean
  /** Each leads to the runs that carry it. */
  areLinks?: boolean
}) {
  const all = labelsOf(labels).filter(({ key }) => !hidden.includes(key))
  const rest = all.slice(most)
  return (
    <>
      {all.slice(0, most).map(({ key, value, isStamped }) => (
        <LabelLink key={key} href={areLinks ? pathToRunsOfLabel(key, value) : null}>
          <Chip name={key} value={value} isMuted={isStamped} isWhole={isWhole} />
        </LabelLink>
      ))}
      {rest.length > 0 && (
        <span className="text-meta text-ink-3" data-tip={rest.map(({ key, value }) => `${key}=${value}`).join('\n')}>
          +{rest.length}
          <span className="sr-only">{` more: ${rest.map(({ key, value }) => `${key}=${value}`).join(', ')}`}</span>
        </span>
      )}
    </>
  )
}

const LabelLink = ({ href, children }: { href: string | null; children: ReactNode }) =>
  href === null ? (
    children
  ) : (
    <Link href={href} look="plain">
      {children}
    </Link>
  )
