import { counted } from '@/lib/format/number'
import { ShallowLink } from './shallow-link'
import { Age, Time } from './time'

/** A search that no index serves: how far back it looked, and the way on. */
export function ScanNote({
  reached,
  found,
  onward,
}: {
  reached: string | null
  found: number
  onward: string | undefined
}) {
  return (
    <p
      role="status"
      className="flex flex-wrap items-center gap-x-2 border-b border-line bg-info-weak px-3 py-1.5 text-meta"
    >
      <span>
        {found === 0 ? 'Nothing found so far' : `${counted(found, 'run')} found so far`}, searched back to{' '}
        <Time at={reached} /> (<Age at={reached} isSentence />
        ). Names are in no index of this store, so the search stops for breath.
      </span>
      {onward !== undefined && (
        <ShallowLink href={onward} goesToTop>
          <span className="font-strong text-accent">Search further back</span>
        </ShallowLink>
      )}
    </p>
  )
}
