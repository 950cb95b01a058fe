import type { PolicyRow } from '@/lib/client/config-reports'
import { visible } from '@/lib/format/text'
import { Cell, PlainTable } from './plain-table'

/** Which rule of the data-flow policy keeps which column from which sink. */
export function ViolationsTable({ rows }: { rows: readonly PolicyRow[] }) {
  return (
    <PlainTable
      label="Broken rules"
      heads={['Row', 'Rule', 'Column', 'Label', 'Sink', 'Why']}
      rows={rows.flatMap(({ row, violations }) =>
        violations.map(({ rule, column, label, sink, sink_kind, kind }) => (
          <tr key={`${row} ${rule} ${column} ${sink}`}>
            <Cell isMono>{visible(row)}</Cell>
            <Cell>{visible(rule)}</Cell>
            <Cell isMono>{visible(column)}</Cell>
            <Cell>{visible(label)}</Cell>
            <Cell>
              {visible(sink ?? '')} {sink_kind && <span className="text-ink-3">{visible(sink_kind)}</span>}
            </Cell>
            <Cell>{visible(kind)}</Cell>
          </tr>
        )),
      )}
    />
  )
}
