import { Panel } from '@/components/ui/panel'
import { Status, type StatusLook } from '@/components/ui/status'
import { Age } from '@/components/ui/time'
import type { HomeState } from '@/lib/client/overview'
import { whole } from '@/lib/format/number'
import { visible } from '@/lib/format/text'

const look = (shape: StatusLook['shape'], tone: StatusLook['tone'], isLoud = false): StatusLook => ({
  shape,
  tone,
  isLoud,
  isMoving: false,
})
const LOOKS: Readonly<Record<string, StatusLook>> = {
  pending: look('ring', 'warn', true),
  approved: look('arc', 'info', true),
  executed: look('disc', 'good'),
  rejected: look('dash', 'neutral'),
  expired: look('dash', 'neutral'),
  invalidated: look('diamond', 'bad'),
  failed: look('diamond', 'bad', true),
}

/** The newest change requests with their votes. */
export function ChangesPanel({ changes }: { changes: HomeState['changes'] }) {
  if (changes === null || (changes.ok && (changes.value === null || changes.value.length === 0))) return null
  return (
    <Panel title="Change requests" note="the newest" isFlush>
      {!changes.ok || changes.value === null ? (
        <p className="px-3 py-3 text-warn">They could not be read just now.</p>
      ) : (
        <ul>
          {changes.value.map(({ id, kind, status, requester, created_at, approvals, required_approvals, reason }) => (
            <li
              key={id}
              className="flex h-row min-w-0 items-center gap-3 border-b border-line px-3 last:border-b-0"
              data-tip={id}
            >
              <span className="w-26 shrink-0">
                <Status word={status} look={LOOKS[status] ?? look('square', 'neutral')} />
              </span>
              <span className="min-w-0 grow truncate">
                <span className="font-strong">{kind.replaceAll('_', ' ')}</span>{' '}
                <span className="text-ink-3">
                  by {visible(requester)}
                  {reason !== null && reason !== '' && `: ${visible(reason)}`}
                </span>
              </span>
              <span className="shrink-0 text-meta text-ink-3 tabular-nums max-wide:hidden">
                {whole(approvals)} of {whole(required_approvals)} approvals
              </span>
              <span className="w-16 shrink-0 text-right text-meta text-ink-3">
                <Age at={created_at} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
