type Row = Readonly<Record<string, string | null>>

/** created_at descending, then id ascending by code unit: a database's own collation may order ids otherwise. */
export function newestFirst(a: Row, b: Row): number {
  const [left, right] = [a['created_at'] ?? '', b['created_at'] ?? '']
  if (left !== right) return left < right ? 1 : -1
  return (a['id'] ?? '') < (b['id'] ?? '') ? -1 : 1
}
