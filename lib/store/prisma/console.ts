import 'server-only'
import type { ConsoleStore } from '@/lib/contract/ports/console'
import { ts9 } from '@/lib/store/kit/ts9'
import { byteOrder } from './byte-order'
import { Prisma } from './client'
import { makeConsoleTables } from './console-tables'
import type { PrismaEnv } from './env'

type Row = Record<'name' | 'search' | 'look' | 'is_default', string>

export function createPrismaConsole(env: PrismaEnv): ConsoleStore {
  const { db, clock, shape, dialect } = env
  const hasViews = () => shape.has('faucet_console_views')

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

    async views(owner, page) {
      if (!(await hasViews())) return []
      const rows = await db.$queryRaw<Row[]>`
        SELECT name, search, look, is_default FROM faucet_console_views
        WHERE owner = ${owner} AND page = ${page} ORDER BY name ${byteOrder(dialect)}`
      return rows.map((row) => ({ ...row, is_default: row.is_default === '1' }))
    },

    async keepView(owner, page, { name, search, look }, most) {
      if (!(await hasViews())) await makeConsoleTables(env)
      const own = Prisma.sql`SELECT COUNT(*) FROM faucet_console_views v
        WHERE v.owner = ${owner} AND v.page = ${page} AND v.name <> ${name}`
      const kept = await db.$executeRaw`
        INSERT INTO faucet_console_views (owner, page, name, search, look, is_default, saved_at)
        SELECT CAST(${owner} AS TEXT), CAST(${page} AS TEXT), CAST(${name} AS TEXT), CAST(${search} AS TEXT),
          CAST(${look} AS TEXT), '0', CAST(${ts9(clock.now())} AS TEXT) WHERE (${own}) < ${most}
        ON CONFLICT (owner, page, name)
          DO UPDATE SET search = excluded.search, look = excluded.look, saved_at = excluded.saved_at`
      return kept === 1
    },

    async renameView(owner, page, name, to) {
      if (!(await hasViews())) return false
      const renamed = await db.$executeRaw`
        UPDATE faucet_console_views SET name = ${to} WHERE owner = ${owner} AND page = ${page} AND name = ${name}
          AND NOT EXISTS (SELECT 1 FROM faucet_console_views v
            WHERE v.owner = ${owner} AND v.page = ${page} AND v.name = ${to})`
      return renamed === 1
    },

    async setDefaultView(owner, page, name) {
      if (!(await hasViews())) return
      await db.$executeRaw`
        UPDATE faucet_console_views SET is_default = CASE WHEN name = ${name ?? ''} THEN '1' ELSE '0' END
        WHERE owner = ${owner} AND page = ${page}`
    },

    async removeView(owner, page, name) {
      if (!(await hasViews())) return false
      const removed = await db.$executeRaw`
        DELETE FROM faucet_console_views WHERE owner = ${owner} AND page = ${page} AND name = ${name}`
      return removed === 1
    },
  }
}
