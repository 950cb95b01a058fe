'use client'

import { useQuery } from '@tanstack/react-query'
import { useBell } from '@/lib/client/bells'
import { runExtrasQuery } from '@/lib/client/run-extras'
import { RARE_COLUMNS } from './rare-run-columns'
import { USUAL_COLUMNS } from './run-columns'
import { runIdOf } from './run-row'
import { RunsGrid, type RunsTableProps } from './runs-grid'

const ALL_COLUMNS = { ...USUAL_COLUMNS, ...RARE_COLUMNS }
const NO_EXTRAS = { owners: {}, submitters: null }

/** Runs with any columns there are. What no run says of itself is asked for only where it is shown. */
export function WholeRunsTable(props: RunsTableProps) {
  const { look, rows, isConfined } = props
  const isAsked = !isConfined && (look.columns.includes('owner') || look.columns.includes('submitter'))
  const query = runExtrasQuery(isAsked ? rows.flatMap((row) => runIdOf(row) ?? []) : [])
  const { data, isError } = useQuery(query)
  useBell(isAsked ? ['runs'] : [], query.queryKey)
  return <RunsGrid {...props} specs={ALL_COLUMNS} extras={isConfined || isError ? NO_EXTRAS : data} />
}
