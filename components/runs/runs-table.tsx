'use client'

import { lazy, Suspense } from 'react'
import { USUAL_COLUMNS } from './run-columns'
import { RunsGrid, type RunsTableProps } from './runs-grid'

const WholeRunsTable = lazy(() =>
  import('./whole-runs-table').then(({ WholeRunsTable: loaded }) => ({ default: loaded })),
)

/** The list's table. Columns that are not usual come with the first one that somebody chooses. */
export function RunsTable(props: RunsTableProps) {
  const usual = <RunsGrid {...props} specs={USUAL_COLUMNS} />
  if (props.look.columns.every((column) => column in USUAL_COLUMNS)) return usual
  return (
    <Suspense fallback={usual}>
      <WholeRunsTable {...props} />
    </Suspense>
  )
}
