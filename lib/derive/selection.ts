import type { SelectionRequest } from '@/lib/contract/records/runs'

/** The canonical text of a selection: each list without repeats, sorted, joined; `default` when nothing is set. */
export function selectionText(selection: SelectionRequest): string {
  const { select, only, skip, tags, status, include_parents } = selection
  const parts = Object.entries({ select, only, skip, tags, status }).flatMap(([key, values]) =>
    values.length === 0 ? [] : [`${key}=${[...new Set(values)].sort().join(',')}`],
  )
  if (include_parents !== null) parts.push(`include_parents=${include_parents}`)
  return parts.length === 0 ? 'default' : parts.join(';')
}
