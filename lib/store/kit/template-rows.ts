import type { Timestamp } from '@/lib/contract/records/primitives'
import type { DeprecationRecord, LaunchRecord, TagRecord, VersionDeprecation } from '@/lib/contract/records/templates'
import { shortest, ts9 } from './ts9'

type Row = Readonly<Record<string, string | null>>

/** Version and sequence columns: plain digits of an unsigned 32-bit number. Anything else is no number. */
export function readNumber(column: string | null | undefined): number | null {
  if (!column || !/^\d+$/.test(column)) return null
  const number = Number(column)
  return number <= 0xffffffff ? number : null
}

/** The numbers of a column, highest first; what is no number is passed over. */
export const numbersOf = (columns: readonly (string | null | undefined)[]): number[] =>
  columns
    .map(readNumber)
    .filter((number) => number !== null)
    .sort((a, b) => b - a)

/** The launch log, newest first. */
export const launchesOf = (rows: readonly Row[], now: Timestamp): LaunchRecord[] =>
  rows
    .flatMap((row): LaunchRecord[] => {
      const [seq, version] = [readNumber(row['seq']), readNumber(row['version'])]
      if (seq === null || version === null) return []
      return [
        {
          seq,
          version,
          launched_at: shortest(row['launched_at'] ?? '', now),
          ...given(row, 'launched_by', 'evidence'),
        },
      ]
    })
    .sort((a, b) => b.seq - a.seq)

/** Channel pointers, by tag. */
export const tagsOf = (rows: readonly Row[], now: Timestamp): TagRecord[] =>
  rows
    .flatMap((row): TagRecord[] => {
      const [tag, version] = [row['tag'] ?? '', readNumber(row['version'])]
      if (version === null) return []
      return [{ tag, version, updated_at: shortest(row['updated_at'] ?? '', now), ...given(row, 'evidence') }]
    })
    .sort((a, b) => (a.tag < b.tag ? -1 : 1))

export const deprecationOf = (row: Row, now: Timestamp): DeprecationRecord => ({
  deprecated_at: shortest(row['deprecated_at'] ?? '', now),
  ...given(row, 'deprecated_by', 'reason'),
})

/** Retired versions, highest first. */
export const versionDeprecationsOf = (rows: readonly Row[], now: Timestamp): VersionDeprecation[] =>
  rows
    .flatMap((row): VersionDeprecation[] => {
      const version = readNumber(row['version'])
      return version === null ? [] : [{ version, ...deprecationOf(row, now) }]
    })
    .sort((a, b) => b.version - a.version)

/** The columns of a deprecation. */
export const deprecationColumns = ({ deprecated_at, deprecated_by, reason }: DeprecationRecord) => ({
  deprecated_at: ts9(deprecated_at),
  deprecated_by: deprecated_by ?? null,
  reason: reason ?? null,
})

/** Members whose columns hold something; the others are left out. */
function given<K extends string>(row: Row, ...names: K[]): { [N in K]?: string } {
  const members: { [N in K]?: string } = {}
  for (const name of names) {
    const value = row[name]
    if (value !== null && value !== undefined) members[name] = value
  }
  return members
}
