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
  [
    'keeps views for whoever saved them, by name, each page its own',
    'all',
    async ({ history, peer }) => {
      const { console: own } = history
      const view = (name: string, search = 'status=failed') => ({ name, search, look: 'status.run~compact' })
      expect(await own.views('ann', 'runs')).toEqual([])
      expect(await own.keepView('ann', 'runs', view('b'), 3)).toBe(true)
      expect(await own.keepView('ann', 'runs', view('B'), 3)).toBe(true)
      expect(await own.keepView('ann', 'audit', view('b', 'x=1'), 3)).toBe(true)
      expect(await own.keepView('bob', 'runs', view('b', 'q=bob'), 3)).toBe(true)
      const other = await peer('instance-b')
      expect(await other.console.views('ann', 'runs')).toEqual([
        { ...view('B'), is_default: false },
        { ...view('b'), is_default: false },
      ])
      expect((await own.views('bob', 'runs')).map(({ search }) => search)).toEqual(['q=bob'])
    },
  ],
  [
    'keeps as many views as it may, and replaces one of the same name',
    'all',
    async ({ history: { console: own } }) => {
      const keep = (name: string, search: string) => own.keepView('ann', 'runs', { name, search, look: '' }, 2)
      expect([await keep('a', '1'), await keep('b', '2'), await keep('c', '3')]).toEqual([true, true, false])
      await own.setDefaultView('ann', 'runs', 'a')
      expect(await keep('a', '4')).toBe(true)
      expect(await own.views('ann', 'runs')).toMatchObject([
        { name: 'a', search: '4', is_default: true },
        { name: 'b', search: '2', is_default: false },
      ])
    },
  ],
  [
    'renames, removes and prefers one view, and touches no other',
    'all',
    async ({ history: { console: own } }) => {
      for (const name of ['a', 'b']) await own.keepView('ann', 'runs', { name, search: name, look: '' }, 9)
      await own.keepView('bob', 'runs', { name: 'a', search: 'bob', look: '' }, 9)
      await own.setDefaultView('bob', 'runs', 'a')
      expect(await own.renameView('ann', 'runs', 'a', 'b')).toBe(false)
      expect(await own.renameView('ann', 'runs', 'nothing', 'c')).toBe(false)
      expect(await own.renameView('ann', 'runs', 'a', 'c')).toBe(true)
      const names = async () => (await own.views('ann', 'runs')).map((one) => `${one.name} ${one.is_default}`)
      await own.setDefaultView('ann', 'runs', 'b')
      await own.setDefaultView('ann', 'runs', 'c')
      expect(await names()).toEqual(['b false', 'c true'])
      await own.setDefaultView('ann', 'runs', null)
      expect(await names()).toEqual(['b false', 'c false'])
      expect([await own.removeView('ann', 'runs', 'b'), await own.removeView('ann', 'runs', 'b')]).toEqual([
        true,
        false,
      ])
      expect(await names()).toEqual(['c false'])
      expect(await own.views('bob', 'runs')).toEqual([{ name: 'a', search: 'bob', look: '', is_default: true }])
    },
  ],
])
