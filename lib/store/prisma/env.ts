import type { StoreOptions } from '@/lib/contract/store-options'
import type { Db, Dialect } from './client'
import type { ShapeProbe } from './shape'

/** What each domain's factory is built from. */
export interface PrismaEnv extends StoreOptions {
  db: Db
  dialect: Dialect
  shape: ShapeProbe
}
