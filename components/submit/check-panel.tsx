'use client'

import { Button } from '@/components/ui/button'
import { ErrorState } from '@/components/ui/error-state'
import { Panel } from '@/components/ui/panel'
import { SkeletonLines } from '@/components/ui/skeleton'
import { errorFacts } from '@/lib/client/api-error'
import type { useConfigCheck } from '@/lib/client/config-reports'
import { counted } from '@/lib/format/number'
import { ProbesTable } from './probes-table'

interface CheckPanelProps {
  check: ReturnType<typeof useConfigCheck>
  /** Of the config as it stands now. */
  isCurrent: boolean
  /** Why it cannot be asked for. */
  whyOff: string | null
  onCheck: () => void
}

/** Can source and sink be reached? An engine tries, and writes nothing. */
export function CheckPanel({ check, isCurrent, whyOff, onCheck }: CheckPanelProps) {
  const { data, error, isPending } = check
  return (
    <Panel
      title="Check"
      note={noteOf(check, isCurrent)}
      actions={
        <Button size="small" onPress={onCheck} isBusy={isPending} whyOff={whyOff}>
          {data === undefined && error === null ? 'Check' : 'Check again'}
        </Button>
      }
      isFlush
    >
      {isPending ? (
        <div className="p-3">
          <SkeletonLines lines={2} label="Checking: the engine opens source and sink" />
        </div>
      ) : error !== null ? (
        <ErrorState title="It was not checked" {...errorFacts(error)} />
      ) : data === undefined ? (
        <p className="px-3 py-2.5 text-ink-2">
          {whyOff ?? 'An engine opens source and sink as the config says, and tells what it found. Nothing is written.'}
        </p>
      ) : (
        <ProbesTable report={data} />
      )}
    </Panel>
  )
}

function noteOf({ data, isPending }: CheckPanelProps['check'], isCurrent: boolean): string | undefined {
  if (data === undefined || isPending) return undefined
  const probes = data.invocations.flatMap((invocation) => invocation.probes)
  const failed = probes.filter(({ status }) => status === 'fail').length
  const found =
    failed === 0 ? `${counted(probes.length, 'probe')}, none failed` : `${failed} of ${probes.length} failed`
  return isCurrent ? found : `${found} · of an earlier text`
}
