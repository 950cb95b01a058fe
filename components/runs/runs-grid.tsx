import { DataTable } from '@/components/ui/data-table'
import type { Column } from '@/components/ui/table-columns'
import { TablePlace } from '@/components/ui/table-place'
import type { Selection } from '@/components/ui/use-selection'
import type { RunExtras } from '@/lib/client/run-extras'
import type { RunRow } from '@/lib/client/runs'
import { visible } from '@/lib/format/text'
import type { RunColumn, RunsLook } from '@/lib/url/runs-look'
import type { ColumnSpecs } from './run-columns'
import { runIdOf, titleOf } from './run-row'
import type { Peek } from './use-peek'
import { usualDurations } from './usual-durations'

export interface RunsTableProps {
  rows: readonly RunRow[]
  selection: Selection<RunRow>
  look: RunsLook
  onLook: (look: RunsLook) => void
  /** Columns that say nothing here, chosen or not. */
  without: readonly RunColumn[]
  /** Sees one tenant's runs only, and nothing of who runs them. */
  isConfined: boolean
  isStale: boolean
  peek: Peek
}

interface RunsGridProps extends RunsTableProps {
  specs: ColumnSpecs
  extras?: RunExtras | undefined
}

/** Runs in the chosen columns, as far as `specs` can draw them. */
export function RunsGrid({ rows, selection, look, onLook, without, isStale, peek, specs, extras }: RunsGridProps) {
  const shown = look.columns.filter((column) => !without.includes(column))
  const context = { usual: usualDurations(rows), columns: shown, extras, peek }
  const columns = shown.flatMap((id): Column<RunRow>[] => {
    const spec = specs[id]
    if (spec === undefined) return []
    const width = look.widths[id] ?? spec.width
    const own = { id, ...(width !== undefined && { width }), ...(id === 'run' && { least: leastRunPx(shown) }) }
    return [{ ...spec, ...own, cell: (row) => spec.cell(row, context) }]
  })
  return (
    <TablePlace label="Runs, as wide as their columns" columns={columns} hasBoxes>
      <DataTable
        label="Runs"
        columns={columns}
        rows={rows}
        rowKey={(row) => runIdOf(row) ?? (row.ok ? '' : row.reason)}
        choosing={{
          ...selection,
          labelOf: (row) => (runIdOf(row) === null ? null : `Choose ${visible(titleOf(row))}`),
        }}
        isCompact={look.isCompact}
        onWidth={(id, px) => {
          const column = look.columns.find((known) => known === id)
          if (column !== undefined) onLook({ ...look, widths: { ...look.widths, [column]: Math.round(px) } })
        }}
        isStale={isStale}
      />
    </TablePlace>
  )
}

/** What has no column of its own stands beside the name and takes room there. */
const leastRunPx = (shown: readonly RunColumn[]): number =>
  170 + (shown.includes('error') ? 0 : 150) + (shown.includes('pipeline') ? 0 : 90)
