import { processWide } from '@/lib/contract/process-wide'
import type { BudgetSpec } from '@/lib/contract/records/changes'
import type { InvocationRow, RunDigest } from '@/lib/contract/records/invocations'
import { RunRecord } from '@/lib/contract/records/runs'
import { readForShow, type Stored } from '@/lib/contract/stored'
import { invocationRow } from '@/lib/derive/invocation-rows'
import { digestOf } from '@/lib/derive/run-digest'
import { isSealedConfig } from '@/lib/derive/sealed-config'
import { aside } from '../kit/aside'

/** A run to be shown, never written again, and what is made of it when somebody asks. */
interface ShownRun {
  ok: true
  record: RunRecord
  digest(): RunDigest
  /** What the kept config limits it to; null: nothing, or no config is kept. */
  budget(): Promise<BudgetSpec | null>
  invocations(): InvocationRow[]
}
type ReadRun = ShownRun | { ok: false; reason: string }

/** Characters of bodies whose reading is kept: a run of thousands of invocations is a few million. */
const MOST = 12_000_000

const kept = processWide('read-runs', () => ({ runs: new Map<string, { text: string; read: ReadRun }>(), size: 0 }))

/** The run of a row. Its page, its tabs and its tables each need it: a body that has not changed is read once. */
export function readRun(row: Stored<RunRecord>): ReadRun {
  const id = row.columns['run_id'] ?? ''
  const before = kept.runs.get(id)
  if (before !== undefined && before.text === row.text) return before.read
  const read = readNow(row, id)
  forget(id)
  if (row.text.length > MOST) return read
  kept.runs.set(id, { text: row.text, read })
  kept.size += row.text.length
  for (const oldest of kept.runs.keys()) {
    if (kept.size <= MOST) break
    forget(oldest)
  }
  return read
}

function readNow(row: Stored<RunRecord>, id: string): ReadRun {
  const read = readForShow(RunRecord, row.text)
  if (!read.ok) return read
  const { record } = read
  // Somebody who copied a row left the old name in its body: links would lead to the other.
  if (record.run_id !== id) return { ok: false, reason: 'the body names another row' }
  return {
    ok: true,
    record,
    digest: once(() => digestOf(record)),
    budget: once(() => budgetOf(record)),
    invocations: once(() => record.invocations.map(invocationRow)),
  }
}

async function budgetOf({ config_body: text, config_format: format = 'yaml' }: RunRecord): Promise<BudgetSpec | null> {
  if (text === undefined || isSealedConfig(text)) return null
  // What cannot be read limits nothing that could be told.
  return aside('budgetIn', text.length, text, format === 'json' ? 'json' : 'yaml').catch(() => null)
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

function forget(id: string): void {
  const known = kept.runs.get(id)
  if (known === undefined) return
  kept.runs.delete(id)
  kept.size -= known.text.length
}
