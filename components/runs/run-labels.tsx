import { Chip } from '@/components/ui/chip'
import { labelsOf } from '@/lib/derive/run-facts'

/** A run's labels as chips, the caller's own first; `hidden` ones are told elsewhere. */
export function RunLabels({
  labels,
  most = Number.POSITIVE_INFINITY,
  hidden = [],
  isWhole = false,
}: {
  labels: Readonly<Record<string, string>>
  most?: number
  hidden?: readonly string[]
  /** There is room for long values. */
  isWhole?: boolean
}) {
  const all = labelsOf(labels).filter(({ key }) => !hidden.includes(key))
  const rest = all.slice(most)
  return (
    <>
      {all.slice(0, most).map(({ key, value, isStamped }) => (
        <Chip key={key} name={key} value={value} isMuted={isStamped} isWhole={isWhole} />
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
