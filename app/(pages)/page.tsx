import type { Metadata } from 'next'
import { cookies } from 'next/headers'
import { OverviewView } from '@/components/overview/overview-view'
import { Prefetched } from '@/components/shell/prefetched'
import { readZone, ZONE_COOKIE } from '@/components/shell/zone-cookie'
import { attentionQuery, goingOnQuery, homeStateQuery, reportInput, reportQuery } from '@/lib/client/overview'
import { goingOn, homeReport, homeState, needsAttention } from '@/lib/http/answers/insight'
import { pageContext } from '@/lib/http/page-context'
import { overviewSearch, parseOverview } from '@/lib/url/overview'
import { pathToOverview } from '@/lib/url/paths'

export const metadata: Metadata = { title: 'Overview' }

export default async function OverviewPage({ searchParams }: PageProps<'/'>) {
  const { filter } = parseOverview(await searchParams)
  const { prefetch, mayWriteRuns } = await pageContext(pathToOverview(overviewSearch(filter)))
  const zone = readZone((await cookies()).get(ZONE_COOKIE)?.value)?.zone ?? 'UTC'
  const tenant: Record<string, string> = filter.tenant === undefined ? {} : { tenant: filter.tenant }
  return (
    <Prefetched
      queries={[
        prefetch(reportQuery(filter, zone), homeReport, reportInput(filter, zone)),
        prefetch(goingOnQuery(filter), goingOn, tenant),
        prefetch(attentionQuery(filter), needsAttention, tenant),
        prefetch(homeStateQuery(filter), homeState, tenant),
      ]}
    >
      <OverviewView mayWrite={mayWriteRuns} />
    </Prefetched>
  )
}
