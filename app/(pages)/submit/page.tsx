import type { Metadata } from 'next'
import { Prefetched } from '@/components/shell/prefetched'
import { SubmitRefused } from '@/components/submit/submit-refused'
import { SubmitView } from '@/components/submit/submit-view'
import { submitForm } from '@/lib/actions/submit'
import { runnerQuery, runToEditQuery } from '@/lib/client/submit'
import { runToEdit, whoRuns } from '@/lib/http/answers/submit'
import { pageContext } from '@/lib/http/page-context'
import { pathToSubmit } from '@/lib/url/paths'
import { parseSubmitAddress, submitSearch } from '@/lib/url/submit'

export const metadata: Metadata = { title: 'Submit a run' }

export default async function SubmitPage({ searchParams }: PageProps<'/submit'>) {
  const address = parseSubmitAddress(await searchParams)
  const { principal, mayWriteRuns, prefetch } = await pageContext(pathToSubmit(submitSearch(address)))
  if (!mayWriteRuns || principal.tenant !== null) return <SubmitRefused viewer={principal} />
  const { from } = address
  return (
    <Prefetched
      queries={[
        prefetch(runnerQuery(), whoRuns),
        ...(from === null ? [] : [prefetch(runToEditQuery(from), runToEdit, { run_id: from })]),
      ]}
    >
      <SubmitView
        viewer={principal}
        // Fresh for each visit: sent twice, it still runs once.
        idempotencyKey={crypto.randomUUID()}
        submitForm={submitForm}
      />
    </Prefetched>
  )
}
