'use client'

import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'next/navigation'
import { useId } from 'react'
import { CopyButton } from '@/components/ui/copy-button'
import { DownloadButton } from '@/components/ui/download-button'
import { ErrorState } from '@/components/ui/error-state'
import { Link } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import { Select } from '@/components/ui/select'
import { pushAddress } from '@/components/ui/shallow-link'
import { SkeletonLines } from '@/components/ui/skeleton'
import { Unavailable } from '@/components/ui/unavailable'
import type { Principal } from '@/lib/auth/principal'
import { errorFacts } from '@/lib/client/api-error'
import { neighboursQuery, submittedTextQuery } from '@/lib/client/run-parts'
import { useRunHead } from '@/lib/client/use-runs'
import { pathToRun, pathToRunTab } from '@/lib/url/paths'
import { searchText } from '@/lib/url/search'
import { ConditionsPanel } from './detail/conditions-panel'
import { configChoices } from './detail/config-choice'
import { ConfigSnapshotPanel } from './detail/config-snapshot-panel'
import { ConfigText } from './detail/config-text'
import { SelectionPanel } from './detail/selection-panel'

interface RunConfigProps {
  runId: string
  viewer: Principal
}

/** The config as it was submitted, what was asked beside it, and what its pipeline resolved to. */
export function RunConfig({ runId, viewer }: RunConfigProps) {
  const head = useRunHead(runId).data
  const run = head?.run.ok ? head.run.record : null
  return (
    <div className="grid grid-cols-1 gap-3.5">
      <Submitted runId={runId} viewer={viewer} />
      {run !== null && head !== undefined && head.digest !== null && (
        <div className="grid grid-cols-1 items-start gap-3.5 roomy:grid-cols-2">
          {run.selection !== undefined && <SelectionPanel selection={run.selection} />}
          <ConditionsPanel run={run} digest={head.digest} facts={head.facts} />
        </div>
      )}
      {viewer.tenant === null && <ConfigSnapshotPanel runId={runId} />}
    </div>
  )
}

function Submitted({ runId, viewer }: RunConfigProps) {
  const { data, error, refetch } = useQuery(submittedTextQuery(runId))
  if (data === undefined) {
    if (error === null) return <SkeletonLines lines={10} label="Loading the config" />
    return <ErrorState title="The config could not be read" {...errorFacts(error)} onRetry={() => void refetch()} />
  }
  if (data.state === 'withheld') {
    return (
      <Panel title="Config" isFlush>
        <Unavailable title="Not shown to your role">
          The submitted text may hold credentials. It is shown to admins who are not confined to a tenant; you are
          signed in as {viewer.role}
          {viewer.tenant !== null && `, for tenant ${viewer.tenant} only`}.
        </Unavailable>
      </Panel>
    )
  }
  if (data.state === 'not_kept') {
    return (
      <Panel title="Config" isFlush>
        <Unavailable title="Not kept">
          Engines keep the submitted text only when they run as a cluster, where another instance may have to take the
          run over. This run came from an engine that works alone.
        </Unavailable>
      </Panel>
    )
  }
  return <Shown runId={runId} {...data} />
}

interface ShownProps {
  runId: string
  body: string
  format: string
  redacted: boolean
}

function Shown({ runId, body, format, redacted }: ShownProps) {
  const id = useId()
  const other = useSearchParams().get('with')
  const { data: near } = useQuery(neighboursQuery(runId))
  const head = useRunHead(runId).data
  const run = head?.run.ok ? head.run.record : null
  const choices = run === null ? [] : configChoices(run, near?.before ?? [])
  const isListed = choices.some((choice) => choice.runId === other)
  const to = (chosen: string) => {
    const search = searchText([['with', chosen]])
    return `${pathToRunTab(runId, 'config')}${search === '' ? '' : `?${search}`}`
  }
  const print = head?.facts.submission?.config_fingerprint
  return (
    <Panel
      title="Config"
      note={`${format}, as submitted; ${redacted ? 'values named like secrets are masked' : 'nothing in it is named like a secret'}${print == null ? '' : `; fingerprint ${print.slice(0, 12)}`}`}
      actions={
        <>
          {(choices.length > 0 || other !== null) && (
            <span className="flex min-w-0 items-center gap-1.5">
              <label htmlFor={id} className="text-meta whitespace-nowrap text-ink-2">
                Compare with
              </label>
              <Select
                id={id}
                value={other ?? ''}
                options={[
                  { value: '', label: 'nothing' },
                  ...choices.map(({ runId: value, label }) => ({ value, label })),
                  ...(other === null || isListed ? [] : [{ value: other, label: other }]),
                ]}
                onChange={(chosen) => pushAddress(to(chosen))}
              />
            </span>
          )}
          <CopyButton text={body} label="Copy submitted text" />
          <DownloadButton text={() => body} name={`run-${runId}.${format}`} label="Download the config" />
        </>
      }
      isFlush
    >
      {other === null ? (
        <ConfigText text={body} label="submitted text" format={format} original={null} />
      ) : (
        <Compared other={other} body={body} format={format} />
      )}
    </Panel>
  )
}

/** The text with what is different in it from that of another run. */
function Compared({ other, body, format }: { other: string; body: string; format: string }) {
  const { data, error } = useQuery(submittedTextQuery(other))
  const original = data?.state === 'shown' ? data.body : null
  return (
    <>
      {original === null && (
        <p role="status" className="border-b border-line px-3 py-2 text-warn">
          {data === undefined && error === null
            ? 'Reading the other config…'
            : error !== null
              ? `The other config could not be read: ${error.message}.`
              : 'The config of the other run was not kept, so there is nothing to compare with.'}{' '}
          <Link href={pathToRun(other)}>The other run</Link>
        </p>
      )}
      <ConfigText text={body} label="submitted text" format={format} original={original} />
    </>
  )
}
