import type { RunRecord } from '../records/runs'
import type { Stored } from '../stored'

/** What somebody means who typed a part of it. */
export interface InsightLookup {
  /**
   * Up to `limit` runs whose id begins with the prefix, by their columns (the text is empty), newest first; where very many
   * do, of some of them. Prefixes are small letters, digits and hyphens, as in the ids that engines make; of any other text
   * none begins with it.
   */
  runsByIdPrefix(prefix: string, limit: number, tenant?: string): Promise<Stored<RunRecord>[]>
}

export const isIdPrefix = (text: string): boolean => /^[0-9a-z-]+$/.test(text)
