'use client'

import { ErrorState } from '@/components/ui/error-state'
import { SkeletonLines } from '@/components/ui/skeleton'
import { errorFacts } from '@/lib/client/api-error'
import { useLog } from '@/lib/client/use-log'
import { useRun } from '@/lib/client/use-runs'
import { isLive } from '@/lib/derive/run-status'
import type { LogOpening } from '@/lib/url/logs'
import { LogReader } from './log-reader'

interface LogViewProps {
  runId: string
  /** Where the address opens it; null: as is usual for such a run. */
  at: LogOpening | null
}

/** The stored log of one run: all of it, found in, linked to, followed while it grows. */
export function LogView({ runId, at }: LogViewProps) {
  const run = useRun(runId).data
  const record = run?.ok === true ? run.record : null
  const isChanging = record !== null && isLive(record.status)
  const { map, pages, version } = useLog(runId, isChanging, at ?? 'start')
  if (map.data === undefined) {
    if (map.error === null) return <SkeletonLines lines={12} label="Loading the log" />
    return (
      <ErrorState title="The log could not be read" {...errorFacts(map.error)} onRetry={() => void map.refetch()} />
    )
  }
  return (
    <LogReader
      key={runId}
      runId={runId}
      at={at}
      map={map.data}
      error={map.error ?? pages.error}
      pages={pages}
      version={version}
      isLive={isChanging}
      startedAt={record === null ? null : (record.started_at ?? record.submitted_at)}
      endedAt={record?.finished_at ?? null}
      status={record?.status ?? null}
    />
  )
}
