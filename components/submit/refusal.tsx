'use client'

import { type ReactNode, useEffect, useRef } from 'react'
import { ErrorState } from '@/components/ui/error-state'
import { Panel } from '@/components/ui/panel'
import { errorFacts, isApiError } from '@/lib/client/api-error'
import { probesOf, violationsOf } from '@/lib/client/config-reports'
import { ProbesTable } from './probes-table'
import { ViolationsTable } from './violations-table'

/** What the server said no to, in its place, with what helps. */
interface RefusalProps {
  error: unknown
  wayOn?: ReactNode
  /** Sends it once more, where that may help. */
  onRetry: () => void
}

export function Refusal({ error, wayOn, onRetry }: RefusalProps) {
  const place = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each refusal anew is looked at
  useEffect(() => {
    place.current?.focus()
    place.current?.scrollIntoView({ block: 'nearest' })
  }, [error])
  const probes = probesOf(error)
  const rules = violationsOf(error)
  return (
    <div ref={place} tabIndex={-1} className="min-w-0 outline-none">
      <Panel isFlush>
        <ErrorState
          title={titleOf(error)}
          {...shown(error, probes !== null || rules !== null)}
          action={wayOn}
          {...(mayHelp(error) && { onRetry })}
        />
        {probes !== null && <ProbesTable report={probes} />}
        {rules !== null && <ViolationsTable rows={rules} />}
      </Panel>
    </div>
  )
}

/** What a table shows is not shown once more as it came. */
function shown(error: unknown, isTabled: boolean) {
  const { details: _, ...facts } = { details: undefined, ...errorFacts(error) }
  return isTabled ? facts : errorFacts(error)
}

/** There was no room, or nobody to take it. */
const mayHelp = (error: unknown): boolean => !isApiError(error) || [0, 429, 503].includes(error.status)

const TITLES: Readonly<Record<number, string>> = {
  0: 'The console did not answer',
  400: 'The config cannot be read',
  403: 'This may not be submitted',
  404: 'There is no such tenant',
  409: 'It was not submitted',
  413: 'It is too large',
  422: 'The config was refused',
  429: 'There is no room for it now',
  503: 'Nobody takes it now',
}

const titleOf = (error: unknown): string =>
  (isApiError(error) ? TITLES[error.status] : undefined) ?? 'It was not submitted'
