import { CopyButton } from '@/components/ui/copy-button'
import { KeyValues } from '@/components/ui/key-values'
import { Link } from '@/components/ui/link'
import { Missing } from '@/components/ui/missing'
import { Panel } from '@/components/ui/panel'
import type { HeadRecord, RunFacts } from '@/lib/client/run-parts'
import { type Origin, originsOf } from '@/lib/derive/provenance'
import { visible } from '@/lib/format/text'
import { pathToRun, pathToRunsOfLabel } from '@/lib/url/paths'

/** Who or what asked for it, and what it was made of; each leads to the other runs of the same. */
export function OriginPanel({ run, facts }: { run: HeadRecord; facts: RunFacts }) {
  const { submission } = facts
  return (
    <Panel title="Where it comes from">
      <KeyValues
        facts={[
          { name: 'Submitted by', value: <Submitter run={run} facts={facts} /> },
          submission?.source_ip != null && {
            name: 'From address',
            value: <span className="font-mono text-meta wrap-anywhere">{visible(submission.source_ip)}</span>,
          },
          run.tenant !== undefined && {
            name: 'Tenant',
            value: <span className="font-mono text-meta wrap-anywhere">{visible(run.tenant)}</span>,
          },
          ...originsOf(run).map((origin) => ({ name: origin.name, value: <OriginValue origin={origin} /> })),
          run.idempotency_key !== null && {
            name: 'Idempotency key',
            value: (
              <span className="inline-flex max-w-full items-center gap-0.5">
                <span className="font-mono text-meta wrap-anywhere">{visible(run.idempotency_key)}</span>
                <CopyButton text={run.idempotency_key} label="Copy idempotency key" />
              </span>
            ),
          },
        ]}
      />
    </Panel>
  )
}

function Submitter({ run, facts: { submission } }: { run: HeadRecord; facts: RunFacts }) {
  const by = run.submitted_by ?? submission?.by
  if (by === undefined) return <Missing why="not recorded by this engine version" />
  return (
    <>
      <span className="wrap-anywhere">{visible(by)}</span>
      {submission !== null && <span className="text-ink-3"> as {visible(submission.role)}</span>}
    </>
  )
}

function OriginValue({ origin: { value, label, runId } }: { origin: Origin }) {
  const words = <span className="wrap-anywhere">{visible(value)}</span>
  if (runId !== undefined) return <Link href={pathToRun(runId)}>{words}</Link>
  if (label === undefined) return words
  return (
    <Link href={pathToRunsOfLabel(label.key, label.value)} tip="Runs of the same">
      {words}
    </Link>
  )
}
