'use client'

import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'next/navigation'
import { ButtonLink } from '@/components/ui/button'
import { ErrorState } from '@/components/ui/error-state'
import { PageHeader } from '@/components/ui/page-header'
import { Panel } from '@/components/ui/panel'
import { SkeletonLines } from '@/components/ui/skeleton'
import { errorFacts, isApiError } from '@/lib/client/api-error'
import { runToEditQuery } from '@/lib/client/submit'
import { pathToRuns, pathToSubmit } from '@/lib/url/paths'
import { searchOf } from '@/lib/url/search'
import { parseSubmitAddress } from '@/lib/url/submit'
import { SubmitForm } from './submit-form'
import type { SubmitSpec } from './use-submission'

/** Submit a run: from nothing, or from one that was submitted before. */
export function SubmitView(spec: SubmitSpec) {
  const { from } = parseSubmitAddress(searchOf(useSearchParams()))
  const earlier = useQuery({ ...runToEditQuery(from ?? ''), enabled: from !== null })
  if (from === null) return <SubmitForm key="blank" {...spec} earlier={null} />
  if (earlier.data !== undefined) return <SubmitForm key={from} {...spec} earlier={earlier.data} />
  return (
    <>
      <PageHeader title="Submit a run" />
      <div className="p-4">
        <Panel isFlush={earlier.error !== null}>
          {earlier.error === null ? (
            <SkeletonLines lines={6} label="Opening the run this starts from" />
          ) : (
            <ErrorState
              title={
                isApiError(earlier.error) && earlier.error.status === 404
                  ? 'There is no such run to start from'
                  : 'The run this starts from could not be opened'
              }
              {...errorFacts(earlier.error)}
              onRetry={() => void earlier.refetch()}
              action={
                <span className="flex flex-wrap gap-2">
                  <ButtonLink href={pathToSubmit()}>Start from nothing</ButtonLink>
                  <ButtonLink href={pathToRuns()}>See the runs</ButtonLink>
                </span>
              }
            />
          )}
        </Panel>
      </div>
    </>
  )
}
