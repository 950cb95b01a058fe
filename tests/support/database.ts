import type { Db } from '@/lib/store/prisma/client'
import type { PrismaHistory } from '@/lib/store/prisma/prisma-history'
import type { World } from './suite'

/** The client below a world that stands on a database: for what no port offers, like a table that is gone. */
export const databaseOf = (world: World): Db => (world.history as PrismaHistory).env.db
