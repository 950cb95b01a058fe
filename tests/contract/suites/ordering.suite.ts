import { expect } from 'vitest'
import { reshape } from '../../support/database'
import { type Backend, suite, type World } from '../../support/suite'
import { aConnection, aTenant } from '../../support/tenants'
import { aUsage } from '../../support/usage'

/** Text that people choose, in code-unit order. A locale orders it `_ a B é z1`; bytes put the last two the other way. */
const KEYS = ['B', 'Z', '_', 'a', 'a b', 'a-b', 'a.b', 'ab', 'z-1', 'z1', 'z_1', 'é', '😀', 'ﬀ']
const SHUFFLED = [...KEYS.filter((_, at) => at % 2 === 1), ...KEYS.filter((_, at) => at % 2 === 0)]

/** On Postgres, the order of a column is that of a language, as in most databases that people make. */
async function speakEnglish(world: World, backend: Backend, table: string, column: string): Promise<void> {
  if (!backend.name.startsWith('postgres')) return
  await reshape(world, `ALTER TABLE ${table} ALTER COLUMN ${column} TYPE TEXT COLLATE "en-US-x-icu"`)
}

export const orderingSuite = suite('ordering', [
  [
    'lists tenants by code unit of their ids',
    'all',
    async (world, backend) => {
      await speakEnglish(world, backend, 'faucet_tenants', 'id')
      for (const id of SHUFFLED) await world.history.tenants.upsert(aTenant({ id }))
      expect((await world.history.tenants.list()).map(({ columns }) => columns['id'])).toEqual(KEYS)
    },
  ],
  [
    'lists connections by code unit of their names',
    'all',
    async (world, backend) => {
      await speakEnglish(world, backend, 'faucet_tenant_connections', 'name')
      for (const name of SHUFFLED) await world.history.tenants.upsertConnection(aConnection({ name }))
      const rows = await world.history.tenants.listConnections('acme')
      expect(rows.map(({ columns }) => columns['name'])).toEqual(KEYS)
    },
  ],
  [
    'lists state keys by code unit',
    'all',
    async (world, backend) => {
      await speakEnglish(world, backend, 'faucet_tenant_state_refs', 'state_key')
      for (const key of SHUFFLED) await world.history.tenants.addStateRef({ tenant: 'acme', key })
      const rows = await world.history.tenants.listStateRefs('acme')
      expect(rows.map(({ columns }) => columns['state_key'])).toEqual(KEYS)
    },
  ],
  [
    'lists usage of one instant and run by code unit of its rows',
    'all',
    async (world, backend) => {
      await speakEnglish(world, backend, 'faucet_usage', 'row_id')
      for (const row of SHUFFLED) await world.history.usage.record(aUsage({ run_id: 'r', row, tenant: 'acme' }))
      for (const filter of [{ limit: 0 }, { limit: 0, tenant: 'acme' }]) {
        const rows = await world.history.usage.list(filter)
        expect(rows.map(({ columns }) => columns['row_id'])).toEqual(KEYS)
      }
    },
  ],
])
