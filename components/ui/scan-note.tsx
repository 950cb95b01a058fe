import { counted, whole } from '@/lib/format/number'
import { Button } from './button'
import { Age, Time } from './time'

interface ScanNoteProps {
  reached: string | null
  found: number
  /** Runs that were looked at, where somebody counted. */
  looked?: number | undefined
  /** It goes on by itself. */
  isLooking: boolean
  /** Undefined: there is nothing further back. */
  onKeep: (() => void) | undefined
  onStop: () => void
}

/** A search that no index serves: how far back it looked, the way on, and the way to stop. */
export function ScanNote({ reached, found, looked, isLooking, onKeep, onStop }: ScanNoteProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-info-weak px-3 py-1.5 text-meta">
      <p role="status">
        {found === 0 ? 'Nothing found so far' : `${counted(found, 'run')} found so far`}.{' '}
        {looked === undefined ? 'Looked' : `Looked at ${whole(looked)} runs,`} back to <Time at={reached} /> (
        <Age at={reached} isSentence />
        ): no index answers this question.
      </p>
      {isLooking ? (
        <Button size="small" onPress={onStop}>
          Stop
        </Button>
      ) : (
        onKeep !== undefined && (
          <Button size="small" onPress={onKeep}>
            Keep looking
          </Button>
        )
      )}
    </div>
  )
}
