import { Link } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import { Age } from '@/components/ui/time'
import type { HomeState } from '@/lib/client/overview'
import { shortId, visible } from '@/lib/format/text'
import { pathToRun } from '@/lib/url/paths'

/** What people changed lately, out of the audit trail: for those who may read it. */
export function ActivityPanel({ activity }: { activity: HomeState['activity'] }) {
  if (activity === null || (activity.ok && (activity.value === null || activity.value.length === 0))) return null
  return (
    <Panel title="Recent actions" note="out of the audit trail, submissions aside" isFlush>
      {!activity.ok || activity.value === null ? (
        <p className="px-3 py-3 text-warn">They could not be read just now.</p>
      ) : (
        <ul>
          {activity.value.map(({ id, at, principal, action, run_id, target }) => (
            <li key={id} className="flex h-row min-w-0 items-center gap-3 border-b border-line px-3 last:border-b-0">
              <span className="min-w-0 grow truncate">
                <span className="font-strong">{visible(principal)}</span>{' '}
                <span className="font-mono text-meta text-ink-2">{visible(action)}</span>{' '}
                <span className="text-ink-3">
                  {run_id !== null ? (
                    <Link href={pathToRun(run_id)} look="inline">
                      {shortId(run_id)}
                    </Link>
                  ) : (
                    target !== null && visible(target)
                  )}
                </span>
              </span>
              <span className="w-16 shrink-0 text-right text-meta text-ink-3">
                <Age at={at} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
