import { expect } from 'vitest'
import { suite } from '../../support/suite'

export const consoleSuite = suite('console', [
  [
    'knows no setting that was never set',
    'all',
    async ({ history }) => {
      expect(await history.console.setting('demo')).toBeNull()
    },
  ],
  [
    'keeps what was set first, for everybody',
    'all',
    async ({ history, peer }) => {
      expect(await history.console.claimSetting('demo', '1')).toBe(true)
      const other = await peer('instance-b')
      expect(await other.console.claimSetting('demo', '2')).toBe(false)
      expect(await other.console.setting('demo')).toBe('1')
      expect(await history.console.claimSetting('other', '3')).toBe(true)
    },
  ],
  [
    'lets one of several that set at once win, tables and all',
    'clustered',
    async ({ history, peer }) => {
      const peers = [history, await peer('instance-b'), await peer('instance-c')]
      const won = await Promise.all(peers.map((each, index) => each.console.claimSetting('demo', String(index))))
      expect(won.filter(Boolean)).toHaveLength(1)
      expect(await history.console.setting('demo')).toBe(String(won.indexOf(true)))
    },
  ],
  [
    'makes its own tables when something is set, and none before',
    'clustered',
    async (world) => {
      await world.history.console.setting('demo')
      await expect(world.rows('faucet_console_settings')).rejects.toThrow()
      await world.history.console.claimSetting('demo', '1')
      expect(await world.rows('faucet_console_settings')).toMatchObject([{ name: 'demo', value: '1' }])
      expect(await world.rows('faucet_console_migrations')).toContainEqual(
        expect.objectContaining({ id: '0001_settings' }),
      )
    },
  ],
])
