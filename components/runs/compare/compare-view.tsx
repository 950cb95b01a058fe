'use client'

import type { UseQueryResult } from '@tanstack/react-query'
import { useSearchParams } from 'next/navigation'
import { ButtonLink } from '@/components/ui/button'
import { PageHeader } from '@/components/ui/page-header'
import type { RunHead } from '@/lib/client/run-parts'
import { useRunHead } from '@/lib/client/use-runs'
import { parseCompared } from '@/lib/url/compare'
import { pathToComparedRuns } from '@/lib/url/paths'
import { searchOf } from '@/lib/url/search'
import { useListAddress } from '../list-address'
import { CompareConfigs } from './compare-configs'
import { CompareDatasets } from './compare-datasets'
import { CompareErrors } from './compare-errors'
import { CompareFacts } from './compare-facts'
import { CompareInvocations } from './compare-invocations'
import { CompareLabels } from './compare-labels'
import { ComparedRun } from './compared-run'
import { type ReadableHead, readable } from './readable-head'

/** Two runs side by side: what each was, and what is different between them. */
export function CompareView() {
  const { a, b } = parseCompared(searchOf(useSearchParams()))
  const list = useListAddress()
  const [first, second] = [useSide(a), useSide(b)]
  const [before, after] = [readable(first.data), readable(second.data)]
  return (
    <>
      <PageHeader
        crumbs={[{ label: 'Runs', href: list }]}
        title="Compare runs"
        actions={
          a !== null && b !== null ? (
            <ButtonLink href={pathToComparedRuns(b, a)} icon="refresh">
              Swap
            </ButtonLink>
          ) : undefined
        }
      />
      <div className="grid grid-cols-1 content-start gap-3.5 p-4">
        <div className="grid grid-cols-1 items-stretch gap-3.5 wide:grid-cols-2">
          <ComparedRun side="a" id={a} other={b} head={first} />
          <ComparedRun side="b" id={b} other={a} head={second} />
        </div>
        {a !== null && a === b ? (
          <p role="status" className="text-warn">
            It is the same run twice: nothing can differ.
          </p>
        ) : (
          before !== null && after !== null && <Differences a={before} b={after} />
        )}
      </div>
    </>
  )
}

type Side = Pick<UseQueryResult<RunHead>, 'data' | 'error' | 'refetch'>

/** Nobody asks for a run that was not chosen. */
function useSide(id: string | null): Side {
  return useRunHead(id ?? '', id !== null)
}

function Differences({ a, b }: { a: ReadableHead; b: ReadableHead }) {
  return (
    <>
      <CompareFacts a={a} b={b} />
      <CompareErrors a={a} b={b} />
      <CompareInvocations a={a.run.run_id} b={b.run.run_id} />
      <CompareDatasets a={a.run.run_id} b={b.run.run_id} />
      <CompareConfigs a={a.run.run_id} b={b.run.run_id} />
      <CompareLabels a={a.run.labels} b={b.run.labels} />
    </>
  )
}
