'use client'

import { useNow } from '@/components/ui/clock'
import { DataTable } from '@/components/ui/data-table'
import { pushAddress } from '@/components/ui/shallow-link'
import { TablePlace } from '@/components/ui/table-place'
import type { Pipeline } from '@/lib/client/pipelines'
import { PIPELINE_SORTS, type PipelineFilter } from '@/lib/url/pipelines'
import { listAddress } from './addresses'
import { pipelineColumns } from './pipeline-columns'

interface PipelinesTableProps {
  rows: readonly Pipeline[]
  filter: PipelineFilter
  isStale: boolean
}

/** Sorted from A to Z, or with what needs somebody, first; everything else with the largest first. */
const RISING: readonly string[] = ['state', 'name', 'next']

export function PipelinesTable({ rows, filter, isStale }: PipelinesTableProps) {
  const now = useNow(15_000)
  const columns = pipelineColumns(now)
  return (
    <TablePlace label="Table of pipelines" columns={columns} hasBoxes={false}>
      <DataTable
        label="Pipelines"
        columns={columns}
        rows={rows}
        rowKey={({ pipeline }) => pipeline}
        isStale={isStale}
        sorting={{
          column: filter.sort,
          isDescending: filter.isDescending,
          by: PIPELINE_SORTS,
          onSort(column) {
            const sort = PIPELINE_SORTS.find((known) => known === column) ?? 'state'
            const isDescending = sort === filter.sort ? !filter.isDescending : !RISING.includes(sort)
            pushAddress(listAddress(filter, { sort, isDescending }))
          },
        }}
      />
    </TablePlace>
  )
}
