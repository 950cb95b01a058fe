import type { ConsoleStore } from '@/lib/contract/ports/console'
import { ts9 } from '@/lib/store/kit/ts9'
import type { MemoryEnv } from './state'

export function createMemoryConsole({ state, clock }: MemoryEnv): ConsoleStore {
  const settings = state.table('faucet_console_settings')

  return {
    setting: async (name) => settings.get(name)?.['value'] ?? null,

    async claimSetting(name, value) {
      if (settings.has(name)) return false
      settings.set(name, { name, value, set_at: ts9(clock.now()) })
      return true
    },
  }
}
