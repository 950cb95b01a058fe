import { whole } from '@/lib/format/number'
import { cx } from './cx'
import { TONE_SOLID, type Tone } from './tone'

export interface Segment {
  label: string
  count: number
  tone: Tone
}

/** Parts of a whole as one bar, with a legend that says the same in words. */
export function ProgressBar({ label, segments }: { label: string; segments: readonly Segment[] }) {
  const shown = segments.filter(({ count }) => count > 0)
  return (
    <figure className="grid gap-2.5" aria-label={label}>
      <div aria-hidden="true" className="flex h-2.5 gap-px overflow-hidden rounded-chip bg-sunken">
        {shown.map(({ label: name, count, tone }) => (
          <i key={name} className={cx('block', TONE_SOLID[tone])} style={{ flexGrow: count, flexBasis: 0 }} />
        ))}
      </div>
      <figcaption className="flex flex-wrap gap-x-4 gap-y-1 text-meta text-ink-2">
        {shown.map(({ label: name, count, tone }) => (
          <span key={name} className="inline-flex items-center gap-1.5">
            <i aria-hidden="true" className={cx('block size-2 rounded-chip', TONE_SOLID[tone])} />
            {name} {whole(count)}
          </span>
        ))}
      </figcaption>
    </figure>
  )
}
