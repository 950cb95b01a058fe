'use client'

import { CopyButton } from '@/components/ui/copy-button'
import { KeyValues } from '@/components/ui/key-values'
import { Link } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import { Unavailable } from '@/components/ui/unavailable'
import { useRunHead } from '@/lib/client/use-runs'
import { deadLettersOf } from '@/lib/derive/dead-letters'
import { isRunId } from '@/lib/derive/provenance'
import { counted, whole } from '@/lib/format/number'
import { visible } from '@/lib/format/text'
import { pathToRun, pathToRunTab } from '@/lib/url/paths'
import { NothingHere } from './detail/part-state'

/** Rows that a run could not write and sent away, and where they lie. */
export function RunDeadLetters({ runId }: { runId: string }) {
  const { data } = useRunHead(runId)
  if (data?.run.ok !== true || data.digest === null) return null
  const letters = deadLettersOf(data.run.record, data.digest)
  if (letters === null) {
    return (
      <NothingHere title="No dead letters">
        This run sent no rows away, names no place for them, and replays none.
      </NothingHere>
    )
  }
  const { batches, batchesWhole, failed, quarantined, location, replays } = letters
  return (
    <div className="grid grid-cols-1 gap-3.5">
      <Panel title="Dead letters" actions={<Link href={pathToRunTab(runId, 'invocations')}>By invocation</Link>}>
        <KeyValues
          facts={[
            failed !== null && { name: 'Rows that failed', value: whole(failed) },
            quarantined !== null && { name: 'Rows in quarantine', value: whole(quarantined) },
            {
              name: 'Batches sent in part',
              value: batches === 0 ? 'none' : counted(batches, 'batch', 'batches'),
            },
            {
              name: 'Batches sent whole',
              value: batchesWhole === 0 ? 'none' : counted(batchesWhole, 'batch', 'batches'),
            },
            {
              name: 'Where they lie',
              value:
                location === null ? (
                  <span className="text-ink-2">
                    not recorded by this engine version; the config names it under <code>dlq</code>
                  </span>
                ) : (
                  <span className="inline-flex items-center gap-0.5">
                    <span className="font-mono text-meta wrap-anywhere">{visible(location)}</span>
                    <CopyButton text={location} label="Copy location" />
                  </span>
                ),
            },
            replays !== null && {
              name: 'Replays those of',
              value: isRunId(replays) ? (
                <Link href={pathToRun(replays)}>{replays}</Link>
              ) : (
                <span className="font-mono text-meta wrap-anywhere">{visible(replays)}</span>
              ),
            },
          ]}
        />
      </Panel>
      <Panel title="Look into them, replay, discard" isFlush>
        <Unavailable title={data.facts.engine === null ? 'Done by the engine that has the disk' : 'Not available'}>
          Dead letters are files on the disk of an engine; they are not in the store.
          {data.facts.engine !== null && ` No engine can be asked: ${data.facts.engine}.`}
        </Unavailable>
      </Panel>
    </div>
  )
}
