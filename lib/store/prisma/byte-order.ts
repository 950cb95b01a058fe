import 'server-only'
import { type Dialect, Prisma } from './client'

/** Orders and compares text by its bytes, whatever the database's collation; SQLite's tables always do. */
export const byteOrder = (dialect: Dialect): Prisma.Sql =>
  dialect === 'postgres' ? Prisma.sql`COLLATE "C"` : Prisma.empty
