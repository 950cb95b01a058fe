import type { Db } from '@/lib/store/prisma/client'
import type { PrismaHistory } from '@/lib/store/prisma/prisma-history'
import type { World } from './suite'

/** The client below a world that stands on a database: for what no port offers. */
export const databaseOf = (world: World): Db => (world.history as PrismaHistory).env.db

/** Changes the tables of such a world, as a store of another age has them. */
export async function reshape(world: World, statement: string): Promise<void> {
  await databaseOf(world).$executeRawUnsafe(statement)
  // Whoever has looked at the tables looks again after a minute.
  world.advance(61_000)
}
