import type { Metadata } from 'next'
import { BulksView } from '@/components/runs/bulks-view'
import { Prefetched } from '@/components/shell/prefetched'
import { bulkListQuery } from '@/lib/client/bulk'
import { bulkList } from '@/lib/http/answers/bulk'
import { pageContext } from '@/lib/http/page-context'
import { pathToBulks } from '@/lib/url/bulk'

export const metadata: Metadata = { title: 'Actions on many runs' }

export default async function BulksPage() {
  const { prefetch } = await pageContext(pathToBulks())
  return (
    <Prefetched queries={[prefetch(bulkListQuery(), bulkList)]}>
      <BulksView />
    </Prefetched>
  )
}
