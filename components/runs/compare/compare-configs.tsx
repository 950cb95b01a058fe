'use client'

import { useQuery } from '@tanstack/react-query'
import { Panel } from '@/components/ui/panel'
import { SkeletonLines } from '@/components/ui/skeleton'
import { Unavailable } from '@/components/ui/unavailable'
import { submittedTextQuery } from '@/lib/client/run-parts'
import { ConfigText } from '../detail/config-text'

/** What changed between the two configs, where both are kept and may be seen. */
export function CompareConfigs({ a, b }: { a: string; b: string }) {
  const [before, after] = [useQuery(submittedTextQuery(a)), useQuery(submittedTextQuery(b))]
  const [left, right] = [before.data, after.data]
  const error = before.error ?? after.error
  const isOther = left?.state === 'shown' && right?.state === 'shown' && left.body !== right.body
  return (
    <Panel title="Configs" note={isOther ? 'what is struck out was only before' : undefined} isFlush>
      {left?.state === 'shown' && right?.state === 'shown' ? (
        left.body === right.body ? (
          <p className="p-3 text-ink-2">Both were submitted with the same text.</p>
        ) : (
          <ConfigText label="config of the run after" text={right.body} format={right.format} original={left.body} />
        )
      ) : left === undefined || right === undefined ? (
        error === null ? (
          <div className="p-3">
            <SkeletonLines lines={4} label="Loading the configs" />
          </div>
        ) : (
          <Unavailable title="Could not be read">{error.message}</Unavailable>
        )
      ) : left.state === 'withheld' || right.state === 'withheld' ? (
        <Unavailable title="Not shown to your role">
          Submitted texts may hold credentials. They are shown to admins who are not confined to a tenant.
        </Unavailable>
      ) : (
        <Unavailable title="Not kept">
          {left.state === right.state
            ? 'Neither run’s config was kept'
            : `The config of the run ${left.state === 'not_kept' ? 'before' : 'after'} was not kept`}
          : engines keep it only when they run as a cluster. The template, its version and the labels of both are
          compared all the same.
        </Unavailable>
      )}
    </Panel>
  )
}
