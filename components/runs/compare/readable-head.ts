import type { HeadRecord, RunFacts, RunHead } from '@/lib/client/run-parts'
import type { RunDigest } from '@/lib/contract/records/invocations'

export interface ReadableHead {
  run: HeadRecord
  digest: RunDigest
  facts: RunFacts
}

/** A run whose body can be read; null: it cannot, or it is not there yet. */
export function readable(head: RunHead | undefined): ReadableHead | null {
  if (head?.run.ok !== true || head.digest === null) return null
  return { run: head.run.record, digest: head.digest, facts: head.facts }
}
