import { LocalOutputRecord } from '@/lib/contract/records/outputs'
import { type Stored, stored } from '@/lib/contract/stored'
import { foldedBody } from './folded-body'
import { ts9 } from './ts9'

type Row = Readonly<Record<string, string | null>>

export const storedOutput = ({ body, ...columns }: Row): Stored<LocalOutputRecord> =>
  stored(LocalOutputRecord, columns, body ?? '')

/** The row of a record that was folded into `before`. */
export const outputRow = (id: string, before: Stored<LocalOutputRecord> | null, output: LocalOutputRecord) => ({
  id,
  path: output.path,
  dataset_id: output.dataset_id,
  pipeline: output.pipeline,
  last_written_at: ts9(output.last_written_at),
  deleted_at: output.deleted_at === undefined ? null : ts9(output.deleted_at),
  body: foldedBody(LocalOutputRecord, before, output),
})

/** Last written first, then by path: in code, since a database may order paths by its locale. */
export function byLastWritten(a: Row, b: Row): number {
  return order(b['last_written_at'] ?? '', a['last_written_at'] ?? '') || order(a['path'] ?? '', b['path'] ?? '')
}

const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
