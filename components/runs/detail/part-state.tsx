'use client'

import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { Panel } from '@/components/ui/panel'
import { SkeletonLines } from '@/components/ui/skeleton'
import { Unavailable } from '@/components/ui/unavailable'
import { errorFacts } from '@/lib/client/api-error'

interface PartStateProps<T> {
  /** What is read, in a few words: `usage`. */
  what: string
  query: UseQueryResult<T>
  children: (data: T) => ReactNode
}

/** A tab of a run while it is read, when that failed, and once it is there. */
export function PartState<T>({ what, query, children }: PartStateProps<T>) {
  const { data, error, refetch } = query
  if (data !== undefined) return children(data)
  if (error === null) return <SkeletonLines lines={8} label={`Loading ${what}`} />
  return (
    <Panel isFlush>
      <ErrorState title={`The ${what} could not be read`} {...errorFacts(error)} onRetry={() => void refetch()} />
    </Panel>
  )
}

/** Nothing of this kind was left by the run, and why. */
export const NothingHere = ({ title, children }: { title: string; children: ReactNode }) => (
  <Panel isFlush>
    <EmptyState title={title} hint={children} />
  </Panel>
)

/** The store, the engine or the role does not give it. */
export const NotAvailable = ({ title, children }: { title: string; children: ReactNode }) => (
  <Panel isFlush>
    <Unavailable title={title}>{children}</Unavailable>
  </Panel>
)
