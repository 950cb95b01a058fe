import { Time } from '@/components/ui/time'
import type { LogDelivery } from '@/lib/contract/records/logs'
import { compareSeq } from '@/lib/derive/log-outline'
import { whole } from '@/lib/format/number'
import { visible } from '@/lib/format/text'

interface DeliveryNoteProps {
  delivery: LogDelivery | null
  /** The last line that is stored; null: not known, or there is none. */
  end: string | null
}

/** How far engines delivered the log to the system that keeps it longer. */
export function DeliveryNote({ delivery, end }: DeliveryNoteProps) {
  if (delivery === null) return null
  const { delivered, delivered_at, dropped, last_error, last_attempt_at, failing_since } = delivery
  const isBehind = end !== null && (delivered === null || compareSeq(delivered, end) < 0)
  const isBad = dropped !== null || failing_since !== null
  return (
    <p
      role="status"
      className={`flex flex-wrap gap-x-3 border-b border-line px-3 py-1.5 text-meta ${isBad ? 'bg-warn-weak' : 'text-ink-2'}`}
    >
      <span>
        {delivered_at === null ? (
          'Nothing of this log was delivered to the external log system yet'
        ) : (
          <>
            Delivered to the external log system {isBehind ? 'in part' : 'whole'}, last <Time at={delivered_at} />
          </>
        )}
      </span>
      {dropped !== null && <span>{whole(BigInt(dropped))} lines were given up</span>}
      {failing_since !== null && (
        <span className="min-w-0 wrap-anywhere">
          failing since <Time at={failing_since} />
          {last_attempt_at !== null && (
            <>
              , tried last <Time at={last_attempt_at} />
            </>
          )}
          {last_error !== null && `: ${visible(last_error)}`}
        </span>
      )}
    </p>
  )
}
