import { Badge } from '@/components/ui/badge'
import { CopyButton } from '@/components/ui/copy-button'
import { cx } from '@/components/ui/cx'
import { StatusMark } from '@/components/ui/status'
import { Age, Time, ZoneNote } from '@/components/ui/time'
import type { HeadRecord } from '@/lib/client/run-parts'
import type { RunDigest } from '@/lib/contract/records/invocations'
import { pipelineBeside, runTitle } from '@/lib/derive/run-facts'
import { runLook } from '@/lib/derive/run-look'
import { visible } from '@/lib/format/text'
import { RunLabels } from './run-labels'

interface RunHeaderProps {
  run: HeadRecord
  digest: RunDigest
  /** Something else than the run itself is looked at: where there is little room its labels make way. */
  isShort: boolean
}

/** Name, state, and where it comes from, in two lines. */
export function RunHeader({ run, digest, isShort }: RunHeaderProps) {
  const look = runLook(run.status)
  const pipeline = pipelineBeside(run)
  const { connectors } = digest
  return (
    <div className="grid gap-1.5">
      <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
        <h1 className="min-w-0 text-page leading-tight font-title wrap-anywhere">{visible(runTitle(run))}</h1>
        <Badge tone={look.tone} mark={<StatusMark look={look} />}>
          {run.status}
        </Badge>
        {run.attempt > 0 && (
          <span data-tip="It was put back and taken up again after an instance was lost">
            <Badge tone="warn">attempt {run.attempt + 1}</Badge>
          </span>
        )}
      </div>
      <div className="flex min-w-0 flex-wrap items-center gap-x-3.5 gap-y-1 text-ink-2">
        {pipeline !== null && (
          <span className="wrap-anywhere">
            pipeline <span className="font-strong text-ink">{visible(pipeline)}</span>
          </span>
        )}
        {connectors.length > 0 && (
          <span data-tip={connectors.length > 2 ? connectors.join('\n') : undefined}>
            {connectors.slice(0, 2).join(', ')}
            {connectors.length > 2 && ` +${connectors.length - 2}`}
          </span>
        )}
        {run.tenant !== undefined && (
          <span className="wrap-anywhere">
            tenant <span className="font-mono text-meta text-ink">{run.tenant}</span>
          </span>
        )}
        {run.submitted_by !== undefined && <span className="wrap-anywhere">by {visible(run.submitted_by)}</span>}
        <span className="inline-flex items-center gap-0.5 font-mono text-meta wrap-anywhere">
          {run.run_id}
          <CopyButton text={run.run_id} label="Copy run id" />
        </span>
        <span className="inline-flex flex-wrap items-center gap-x-2">
          <Time at={run.submitted_at} />
          <span className="text-ink-3">
            <Age at={run.submitted_at} isSentence />
          </span>
        </span>
        <span className="text-meta text-ink-3">
          <ZoneNote />
        </span>
      </div>
      {Object.keys(run.labels).length > (run.labels['pipeline'] === undefined ? 0 : 1) && (
        <div className={cx('flex flex-wrap gap-1 pt-0.5', isShort && 'max-wide:hidden')}>
          <RunLabels labels={run.labels} hidden={['pipeline']} isWhole areLinks />
        </div>
      )}
    </div>
  )
}
