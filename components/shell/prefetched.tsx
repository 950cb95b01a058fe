import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { makeQueryClient } from '@/lib/client/query-client'

interface PrefetchedProps {
  queries: readonly { queryKey: readonly unknown[]; queryFn: () => Promise<unknown> }[]
  children: ReactNode
}

/** Answers the queries on the server; below, they are there from the first byte. What fails is asked again by the browser. */
export async function Prefetched({ queries, children }: PrefetchedProps) {
  const client = makeQueryClient()
  await Promise.all(queries.map((query) => client.prefetchQuery({ ...query, retry: false })))
  return <HydrationBoundary state={dehydrate(client)}>{children}</HydrationBoundary>
}
