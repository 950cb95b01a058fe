import type { InvocationArrangement, InvocationOrder, InvocationRow } from '@/lib/contract/records/invocations'
import type { Count } from '@/lib/contract/records/primitives'

/** Those that fit, in the order asked for; the same on the server, which sends the first of many, and in the browser. */
export function arrange(rows: readonly InvocationRow[], asked: InvocationArrangement): InvocationRow[] {
  return sorted(rows.filter(fits(asked)), asked)
}

export function fits({ status, kind, words }: InvocationArrangement): (row: InvocationRow) => boolean {
  const sought = words.toLowerCase()
  return (row) =>
    (status === null || row.status === status) &&
    (kind === null || (kind === 'children') === (row.parent_record_key !== undefined)) &&
    (sought === '' ||
      [row.row_id, row.parent_record_key, row.error].some((text) => text?.toLowerCase().includes(sought)))
}

/** Equal ones by row and parent, so that the order is one; what has no value comes last, whichever way it is sorted. */
function sorted(rows: readonly InvocationRow[], { order, isDescending }: InvocationArrangement): InvocationRow[] {
  const sign = isDescending ? -1 : 1
  const keyed = rows.map((row) => ({ row, value: VALUES[order](row) }))
  keyed.sort((a, b) => {
    if (a.value === null || b.value === null) {
      if (a.value !== b.value) return a.value === null ? 1 : -1
    } else {
      const way = compare(a.value, b.value)
      if (way !== 0) return sign * way
    }
    return (
      compare(a.row.row_id, b.row.row_id) ||
      compare(a.row.parent_record_key ?? '', b.row.parent_record_key ?? '') ||
      a.row.n - b.row.n
    )
  })
  return keyed.map(({ row }) => row)
}

type Value = Count | string | null

const VALUES: Readonly<Record<InvocationOrder, (row: InvocationRow) => Value>> = {
  duration: ({ duration_ms }) => duration_ms,
  rows: ({ records_written }) => records_written,
  row: ({ row_id }) => row_id,
  parent: ({ parent_record_key }) => parent_record_key ?? null,
  status: ({ status }) => status,
  began: (row) => beganAt(row),
  read: ({ usage }) => usage?.bytes_read ?? null,
  batches: ({ batches }) => batches?.attempted ?? null,
  lag: ({ lag }) => lag?.bytes ?? lag?.events ?? lag?.seconds ?? null,
  cost: ({ usage }) => usage?.cost ?? null,
}

/** Milliseconds since 1970. Nothing stores when it began: it is its recorded end less its duration. */
export function beganAt({ ended_at, duration_ms }: InvocationRow): number | null {
  const end = ended_at === undefined ? Number.NaN : Date.parse(ended_at)
  return Number.isNaN(end) ? null : end - Number(duration_ms)
}

const compare = <T extends Exclude<Value, null>>(a: T, b: T): number => (a < b ? -1 : a > b ? 1 : 0)
