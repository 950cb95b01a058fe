import type { Metadata } from 'next'
import { Prefetched } from '@/components/shell/prefetched'
import { SubmitRefused } from '@/components/submit/submit-refused'
import { SubmitView } from '@/components/submit/submit-view'
import { submitForm } from '@/lib/actions/submit'
import { runnerQuery } from '@/lib/client/submit'
import { whoRuns } from '@/lib/http/answers/submit'
import { pageContext } from '@/lib/http/page-context'
import { pathToSubmit } from '@/lib/url/paths'
import { parseSubmitAddress, submitSearch } from '@/lib/url/submit'

export const metadata: Metadata = { title: 'Submit a run' }

export default async function SubmitPage({ searchParams }: PageProps<'/submit'>) {
  const address = parseSubmitAddress(await searchParams)
  const { principal, mayWriteRuns, prefetch } = await pageContext(pathToSubmit(submitSearch(address)))
  if (!mayWriteRuns || principal.tenant !== null) return <SubmitRefused viewer={principal} />
  return (
    <Prefetched queries={[prefetch(runnerQuery(), whoRuns)]}>
      <SubmitView
        viewer={principal}
        // Fresh for each visit: sent twice, it still runs once.
        start={{ idempotency_key: crypto.randomUUID() }}
        submitForm={submitForm}
      />
    </Prefetched>
  )
}
