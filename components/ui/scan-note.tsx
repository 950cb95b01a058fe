import { counted, whole } from '@/lib/format/number'
import { ShallowLink } from './shallow-link'
import { Age, Time } from './time'

interface ScanNoteProps {
  reached: string | null
  found: number
  /** Runs that were looked at, where somebody counted. */
  looked?: number | undefined
  onward: string | undefined
}

/** A search that no index serves: how far back it looked, and the way on. */
export function ScanNote({ reached, found, looked, onward }: ScanNoteProps) {
  return (
    <p
      role="status"
      className="flex flex-wrap items-center gap-x-2 border-b border-line bg-info-weak px-3 py-1.5 text-meta"
    >
      <span>
        {found === 0 ? 'Nothing found so far' : `${counted(found, 'run')} found so far`}.{' '}
        {looked === undefined ? 'Looked' : `Looked at ${whole(looked)} runs,`} back to <Time at={reached} /> (
        <Age at={reached} isSentence />
        ): no index answers this question.
      </span>
      {onward !== undefined && (
        <ShallowLink href={onward} goesToTop>
          <span className="font-strong text-accent">Keep looking</span>
        </ShallowLink>
      )}
    </p>
  )
}
