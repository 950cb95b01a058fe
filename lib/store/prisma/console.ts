import 'server-only'
import type { ConsoleStore } from '@/lib/contract/ports/console'
import { ts9 } from '@/lib/store/kit/ts9'
import { makeConsoleTables } from './console-tables'
import type { PrismaEnv } from './env'

export function createPrismaConsole(env: PrismaEnv): ConsoleStore {
  const { db, clock, shape } = env

  return {
    async setting(name) {
      if (!(await shape.has('faucet_console_settings'))) return null
      const [row] = await db.$queryRaw<{ value: string }[]>`
        SELECT value FROM faucet_console_settings WHERE name = ${name}`
      return row?.value ?? null
    },

    async claimSetting(name, value) {
      if (!(await shape.has('faucet_console_settings'))) await makeConsoleTables(env)
      const added = await db.$executeRaw`
        INSERT INTO faucet_console_settings (name, value, set_at) VALUES (${name}, ${value}, ${ts9(clock.now())})
        ON CONFLICT (name) DO NOTHING`
      return added === 1
    },
  }
}
