import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { Icon } from '@/components/ui/icon'
import type { LogBuffer } from '@/lib/derive/log-lines'
import { whole } from '@/lib/format/number'

interface LogNoticesProps {
  buffer: LogBuffer
  /** The last reading failed; what stands below is from before. */
  error: Error | null
  isLive: boolean
  hasShown: boolean
  level: string | null
  onClear: () => void
}

/** Everything about a log that its lines do not say. */
export function LogNotices({ buffer, error, isLive, hasShown, level, onClear }: LogNoticesProps) {
  const { lines, isTruncated, isCapped } = buffer
  return (
    <>
      {isTruncated && (
        <Notice>
          The engine stopped storing this run’s log at its cap: what came after the last line here was never stored.
        </Notice>
      )}
      {isCapped && (
        <Notice>The first {whole(lines.length)} lines are held here; what follows them is not shown.</Notice>
      )}
      {error !== null && lines.length > 0 && <Notice>Reading on failed: {error.message}. It is tried again.</Notice>}
      {lines.length === 0 && (
        <EmptyState
          title={isLive ? 'No line is stored yet' : 'No lines are stored'}
          hint={
            isLive
              ? 'Engines store lines in batches of 256 and at the end of a run: a quiet run shows late.'
              : 'The run may have written none, its engine may not store logs, or they were removed when their own retention ended; that is often sooner than the run’s.'
          }
        />
      )}
      {lines.length > 0 && !hasShown && (
        <EmptyState
          title={`No line is ${level?.toLowerCase() ?? ''} or above`}
          action={<Button onPress={onClear}>Show every level</Button>}
        />
      )}
    </>
  )
}

function Notice({ children }: { children: React.ReactNode }) {
  return (
    <p role="status" className="flex items-center gap-2 border-b border-line bg-warn-weak px-3 py-1.5 text-meta">
      <span className="text-warn">
        <Icon name="warning" />
      </span>
      {children}
    </p>
  )
}
