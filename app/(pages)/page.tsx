import type { Metadata } from 'next'
import { OverviewView } from '@/components/overview/overview-view'
import { Prefetched } from '@/components/shell/prefetched'
import { overviewQuery } from '@/lib/client/overview'
import { homeReport } from '@/lib/http/answers/insight'
import { pageContext } from '@/lib/http/page-context'
import { overviewSearch, parseOverviewRange } from '@/lib/url/overview'
import { pathToOverview } from '@/lib/url/paths'

export const metadata: Metadata = { title: 'Overview' }

export default async function OverviewPage({ searchParams }: PageProps<'/'>) {
  const range = parseOverviewRange(await searchParams)
  const { prefetch } = await pageContext(pathToOverview(overviewSearch(range)))
  return (
    <Prefetched queries={[prefetch(overviewQuery(range), homeReport, { range })]}>
      <OverviewView />
    </Prefetched>
  )
}
