import { Link } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import { Age } from '@/components/ui/time'
import type { PipelineDetail } from '@/lib/client/pipelines'
import { counted, whole } from '@/lib/format/number'
import { visible } from '@/lib/format/text'
import { pathToRun } from '@/lib/url/paths'

/** What went wrong, the same words together. */
export function PipelineErrors({ pipeline: { errors, error_count } }: { pipeline: PipelineDetail }) {
  if (errors.length === 0) return null
  return (
    <Panel title="Errors" note={counted(error_count, 'kind')} isFlush>
      <ol>
        {errors.map(({ error, count, first_at, last_at, last_run_id }) => (
          <li key={last_run_id} className="grid-count gap-x-3 border-b border-line px-3 py-2 last:border-b-0">
            <span className="text-right text-section font-title tabular-nums">{whole(count)}</span>
            <div className="grid min-w-0 gap-0.5">
              <p
                className="line-clamp-2 font-mono text-meta wrap-anywhere"
                data-tip={visible(error)}
                data-tip-when="cut"
              >
                <Link href={pathToRun(last_run_id)} look="plain">
                  {visible(error)}
                </Link>
              </p>
              <p className="text-meta text-ink-3">
                last <Age at={last_at} isSentence />
                {count > 1 && (
                  <>
                    , first seen <Age at={first_at} isSentence />
                  </>
                )}
              </p>
            </div>
          </li>
        ))}
      </ol>
    </Panel>
  )
}
