// Starts the console's runtime as a server does, says what it found, and ends. USER_ID: as that user, for permissions
// that root does not feel; everything is loaded before, since that user may not be able to read the checkout.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { STORE_DEFAULTS } from '@/lib/contract/store-options'
import { systemClock } from '@/lib/runtime/clock'
import { connect } from '@/lib/runtime/connect'
import { getRuntime } from '@/lib/runtime/runtime'

const user = process.env['USER_ID']
if (user !== undefined) {
  const folder = mkdtempSync(path.join(tmpdir(), 'warm-'))
  const store = { clock: systemClock(), instanceId: 'warm', clustered: true, ...STORE_DEFAULTS }
  const warm = await connect({ history: `sqlite:${folder}/warm.db`, folder, store, tell: () => undefined })
  await warm.runs.get('x')
  await warm.close()
  rmSync(folder, { recursive: true })
  process.setgid?.(Number(user))
  process.setuid?.(Number(user))
}
const { deps } = await getRuntime()
const { kind, readOnly, degradedSince, tables } = await deps.store.capabilities()
const says = { kind, readOnly, isAway: degradedSince !== null, tables: Object.keys(tables).length }
process.stdout.write(`${JSON.stringify(says)}\n`)
process.exit(0)
