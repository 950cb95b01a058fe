import type { Metadata } from 'next'
import { BulkView } from '@/components/runs/bulk-view'
import { Prefetched } from '@/components/shell/prefetched'
import { bulkQuery, bulkRunsQuery } from '@/lib/client/bulk'
import { bulkReceipt, bulkRuns } from '@/lib/http/answers/bulk'
import { pageContext } from '@/lib/http/page-context'
import { bulkFilterSearch, bulkRunsInput, parseBulkFilter, pathToBulk } from '@/lib/url/bulk'
import { pageParam } from '@/lib/url/segment'

export const metadata: Metadata = { title: 'Action on many runs' }

export default async function BulkPage({ params, searchParams }: PageProps<'/runs/bulk/[bulkId]'>) {
  const id = pageParam((await params).bulkId)
  const filter = parseBulkFilter(await searchParams)
  const { need, prefetch, mayWriteRuns } = await pageContext(pathToBulk(id, bulkFilterSearch(filter)))
  const query = bulkQuery(id)
  const receipt = await need(query, bulkReceipt, { bulk_id: id })
  return (
    <Prefetched
      queries={[
        { queryKey: query.queryKey, queryFn: async () => receipt },
        prefetch(bulkRunsQuery(id, filter), bulkRuns, { bulk_id: id, ...bulkRunsInput(filter) }),
      ]}
    >
      <BulkView id={id} canWrite={mayWriteRuns} />
    </Prefetched>
  )
}
