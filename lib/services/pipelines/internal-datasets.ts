import type { Deps } from '@/lib/contract/deps'
import { isHistoryError } from '@/lib/contract/errors'
import type { Ctx } from '../kit/ctx'
import { keptAnswer } from '../kit/kept'

/** A dataset that a pipeline read or wrote last. */
export interface PipelineDataset {
  id: string
  uri: string
  kind: string
  roles: string[]
  last_seen: string
  last_success: string
  owners: string[]
}

const MOST = 5_000
const AT_ONCE = 1_000
const AGE_MS = 60_000

/**
 * The datasets of each pipeline, as far as the catalog knows: those of the latest activity. Null: this store has no
 * catalog, or its datasets are not this reader's to see.
 */
export async function datasetsByPipeline(
  catalog: Deps['catalog'],
  { principal, now }: Pick<Ctx, 'principal' | 'now'>,
): Promise<ReadonlyMap<string, readonly PipelineDataset[]> | null> {
  if (principal.tenant !== null) return null
  return keptAnswer(catalog, ['datasets-by-pipeline'], { nowMs: Date.parse(now()), maxAgeMs: AGE_MS }, async () => {
    const found = new Map<string, PipelineDataset[]>()
    let cursor: string | undefined
    try {
      for (let read = 0; read < MOST; read += AT_ONCE) {
        const page = await catalog.listDatasets({ limit: AT_ONCE, ...(cursor !== undefined && { cursor }) })
        for (const row of page.rows) {
          const dataset = row.read()
          if (!dataset.ok) continue
          const { id, uri, kind, roles, last_seen, last_success, owners = [], pipeline } = dataset.record
          const known = found.get(pipeline) ?? []
          known.push({ id, uri, kind, roles, last_seen, last_success, owners })
          found.set(pipeline, known)
        }
        cursor = page.next_cursor
        if (cursor === undefined) break
      }
    } catch (error) {
      if (isHistoryError(error) && error.kind === 'missing') return null
      throw error
    }
    return found
  })
}
