import type { Metadata } from 'next'
import { ClusterView } from '@/components/cluster/cluster-view'
import { Prefetched } from '@/components/shell/prefetched'
import { clusterQuery, storeQuery } from '@/lib/client/cluster'
import { clusterReport, storeReport } from '@/lib/http/answers/insight'
import { pageContext } from '@/lib/http/page-context'
import { pathToCluster } from '@/lib/url/paths'

export const metadata: Metadata = { title: 'Cluster' }

export default async function ClusterPage() {
  const { principal, prefetch } = await pageContext(pathToCluster())
  return (
    <Prefetched queries={[prefetch(clusterQuery(), clusterReport), prefetch(storeQuery(), storeReport)]}>
      <ClusterView viewer={principal} />
    </Prefetched>
  )
}
