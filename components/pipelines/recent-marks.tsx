import type { Pipeline } from '@/lib/client/pipelines'
import { isSlow } from '@/lib/derive/pipeline-health'
import { OUTCOME_TONES } from './state-look'

const TALLEST_PX = 16
const LEAST_PX = 4

/** The newest runs as bars, newest right: as long as they took, failures at full height. */
export function RecentMarks({ recent, usual }: Pick<Pipeline, 'recent' | 'usual'>) {
  const words = [...new Set(recent.map(({ status }) => status))]
    .map((status) => `${recent.filter((run) => run.status === status).length} ${status}`)
    .join(', ')
  const longest = Math.max(1, ...recent.map(({ ms }) => ms ?? 0))
  return (
    <span className="flex h-4 items-end gap-0.5" data-tip={`${words}; a bar is as high as the run was long`}>
      <span className="sr-only">
        Of its last {recent.length} runs: {words}
      </span>
      {recent.toReversed().map(({ run_id, status, ms }) => (
        <i
          key={run_id}
          aria-hidden="true"
          className={`block w-1.5 rounded-chip ${usual !== null && ms !== null && status === 'completed' && isSlow(ms, usual.ms) ? 'bg-warn-solid' : (OUTCOME_TONES[status] ?? 'bg-idle-solid')}`}
          style={{
            height: status === 'failed' || ms === null ? TALLEST_PX : Math.max(LEAST_PX, (ms / longest) * TALLEST_PX),
          }}
        />
      ))}
    </span>
  )
}
