import type { Metadata } from 'next'
import { CompareView } from '@/components/runs/compare/compare-view'
import { Prefetched } from '@/components/shell/prefetched'
import { neighboursQuery, runHeadQuery, submittedTextQuery } from '@/lib/client/run-parts'
import { runHead, runNeighbours, runText } from '@/lib/http/answers/run-parts'
import { pageContext } from '@/lib/http/page-context'
import { parseCompared } from '@/lib/url/compare'
import { pathToComparedRuns } from '@/lib/url/paths'

export const metadata: Metadata = { title: 'Compare runs' }

export default async function ComparePage({ searchParams }: PageProps<'/runs/compare'>) {
  const { a, b } = parseCompared(await searchParams)
  const { prefetch } = await pageContext(pathToComparedRuns(a, b))
  const ids = [...new Set([a, b])].filter((id) => id !== null)
  return (
    <Prefetched
      queries={ids.flatMap((id) => [
        prefetch(runHeadQuery(id), runHead, { run_id: id }),
        prefetch(neighboursQuery(id), runNeighbours, { run_id: id }),
        prefetch(submittedTextQuery(id), runText, { run_id: id }),
      ])}
    >
      <CompareView />
    </Prefetched>
  )
}
