import type { ConsoleStore } from '@/lib/contract/ports/console'
import { ts9 } from '@/lib/store/kit/ts9'
import { keyOf, type MemoryEnv } from './state'

export function createMemoryConsole({ state, clock }: MemoryEnv): ConsoleStore {
  const settings = state.table('faucet_console_settings')
  const views = state.table('faucet_console_views')
  const ownOf = (owner: string, page: string) =>
    [...views.values()].filter((row) => row['owner'] === owner && row['page'] === page)

  return {
    setting: async (name) => settings.get(name)?.['value'] ?? null,

    async claimSetting(name, value) {
      if (settings.has(name)) return false
      settings.set(name, { name, value, set_at: ts9(clock.now()) })
      return true
    },

    async views(owner, page) {
      return ownOf(owner, page)
        .map(({ name, search, look, is_default }) => ({
          name: name ?? '',
          search: search ?? '',
          look: look ?? '',
          is_default: is_default === '1',
        }))
        .sort((a, b) => (a.name < b.name ? -1 : 1))
    },

    async keepView(owner, page, { name, search, look }, most) {
      const others = ownOf(owner, page).filter((row) => row['name'] !== name)
      if (others.length >= most) return false
      const key = keyOf(owner, page, name)
      const is_default = views.get(key)?.['is_default'] ?? '0'
      views.set(key, { owner, page, name, search, look, is_default, saved_at: ts9(clock.now()) })
      return true
    },

    async renameView(owner, page, name, to) {
      const row = views.get(keyOf(owner, page, name))
      if (row === undefined || views.has(keyOf(owner, page, to))) return false
      views.delete(keyOf(owner, page, name))
      views.set(keyOf(owner, page, to), { ...row, name: to })
      return true
    },

    async setDefaultView(owner, page, name) {
      for (const row of ownOf(owner, page)) row['is_default'] = row['name'] === name ? '1' : '0'
    },

    removeView: async (owner, page, name) => views.delete(keyOf(owner, page, name)),
  }
}
