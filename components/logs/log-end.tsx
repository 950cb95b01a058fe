import { Time } from '@/components/ui/time'
import { visible } from '@/lib/format/text'

interface LogEndProps {
  isLive: boolean
  status: string | null
  endedAt: string | null
  isTruncated: boolean
}

/** What stands behind the last line: why there is no more. */
export function LogEnd({ isLive, status, endedAt, isTruncated }: LogEndProps) {
  return (
    <p className="border-t border-line px-3 py-1.5 text-meta text-ink-3">
      {isLive ? (
        'The run goes on: more lines appear here as they are stored.'
      ) : (
        <>
          {isTruncated ? 'End of what was stored' : 'End of the log'}
          {status !== null && ` · ${visible(status)}`}
          {endedAt !== null && (
            <>
              {' '}
              <Time at={endedAt} precision="milli" />
            </>
          )}
        </>
      )}
    </p>
  )
}
