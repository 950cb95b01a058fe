'use client'

import { useNow } from '@/components/ui/clock'
import { CopyButton } from '@/components/ui/copy-button'
import { KeyValues } from '@/components/ui/key-values'
import { Link } from '@/components/ui/link'
import { Missing } from '@/components/ui/missing'
import { Panel } from '@/components/ui/panel'
import { Time } from '@/components/ui/time'
import type { HeadRecord, RunFacts } from '@/lib/client/run-parts'
import type { RunDigest } from '@/lib/contract/records/invocations'
import { isLive } from '@/lib/derive/run-status'
import { counted, whole } from '@/lib/format/number'
import { shortId, visible } from '@/lib/format/text'
import { pathToCluster } from '@/lib/url/paths'

interface WorkPanelProps {
  run: HeadRecord
  digest: RunDigest
  facts: RunFacts
  /** The cluster has a page for who is not confined to a tenant. */
  seesCluster: boolean
}

/** Which instance works on it and for how long it may; of a run that has ended, which one did. */
export function WorkPanel({ run, digest, facts, seesCluster }: WorkPanelProps) {
  const now = useNow(5_000)
  const { owner, lease_expires_at: lease, cancel_requested: cancel } = facts
  const isChanging = isLive(run.status)
  const isLost = lease !== null && Date.parse(lease) < now
  const { usage, batches } = digest
  return (
    <Panel
      title={isChanging ? 'Who works on it' : 'Who worked on it'}
      actions={seesCluster && owner !== null && <Link href={pathToCluster()}>Cluster</Link>}
    >
      <KeyValues
        facts={[
          {
            name: 'Instance',
            value:
              owner === null ? (
                <Missing why={isChanging ? 'nobody has taken it up' : 'not recorded'} />
              ) : (
                <span className="inline-flex max-w-full items-center gap-0.5">
                  <span className="truncate font-mono text-meta" data-tip={visible(owner)}>
                    {visible(shortId(owner))}
                  </span>
                  <CopyButton text={owner} label="Copy instance id" />
                </span>
              ),
          },
          isChanging &&
            lease !== null && {
              name: isLost ? 'Lease ended' : 'Lease until',
              value: (
                <span className={isLost ? 'text-warn' : undefined}>
                  <Time at={lease} />
                  {isLost && ' · its instance may be gone'}
                </span>
              ),
            },
          {
            name: 'Attempt',
            value:
              run.attempt === 0 ? (
                'the first'
              ) : (
                <>
                  {whole(run.attempt + 1)}
                  <span className="text-ink-3">, after {counted(run.attempt, 'attempt')} whose instance was lost</span>
                </>
              ),
          },
          cancel !== null && {
            name: 'Cancel',
            value: isChanging ? (
              <span className="text-warn">
                asked for <Time at={cancel} />, not yet done
              </span>
            ) : (
              <>
                asked for <Time at={cancel} />
              </>
            ),
          },
          batches !== null && {
            name: 'Batches',
            value:
              batches.attempted === 0
                ? 'none attempted'
                : `${whole(batches.committed)} of ${whole(batches.attempted)} committed`,
          },
          usage !== null &&
            usage.requests > 0 && {
              name: 'Calls',
              value: (
                <>
                  {whole(usage.requests)} to source and sink
                  {usage.retries > 0 && (
                    <span className="text-warn"> · {counted(usage.retries, 'retry', 'retries')}</span>
                  )}
                </>
              ),
            },
        ]}
      />
    </Panel>
  )
}
