import type { Metadata } from 'next'
import { cookies } from 'next/headers'
import { RunsView } from '@/components/runs/runs-view'
import { Prefetched } from '@/components/shell/prefetched'
import { runListQuery } from '@/lib/client/runs'
import { runRows } from '@/lib/http/answers/run-rows'
import { pageContext } from '@/lib/http/page-context'
import { toPreferredView } from '@/lib/http/preferred-view'
import { pathToRuns } from '@/lib/url/paths'
import { parseRunFilter, runFilterSearch, runListParams } from '@/lib/url/runs'
import { LOOK_COOKIE, readRunsLook, viewAddress } from '@/lib/url/runs-look'

export const metadata: Metadata = { title: 'Runs' }

export default async function RunsPage({ searchParams }: PageProps<'/runs'>) {
  const asked = await searchParams
  const { filter } = parseRunFilter(asked)
  const page = await pageContext(pathToRuns(runFilterSearch(filter)))
  await toPreferredView(page, asked, viewAddress)
  const look = readRunsLook((await cookies()).get(LOOK_COOKIE)?.value)
  return (
    <Prefetched queries={[page.prefetch(runListQuery(filter), runRows, runListParams(filter, Date.now()))]}>
      <RunsView tenant={page.principal.tenant} canWrite={page.mayWriteRuns} look={look} />
    </Prefetched>
  )
}
