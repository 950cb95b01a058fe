import { type RunListFilter, runFilterSearch, withFilter } from './runs'

export const EXPORT_FORMATS = ['csv', 'jsonl', 'json'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** Runs in one file, the newest: as many as a sheet of a spreadsheet has room for. */
export const MOST_EXPORTED = 1_000_000

/** Where the file of a list comes from: every run that its filter fits, on whatever page somebody looks. */
export function pathToRunExport(filter: RunListFilter, format: ExportFormat): string {
  const search = runFilterSearch(withFilter(filter, {}))
  return `/console/runs/export?format=${format}${search && `&${search}`}`
}
