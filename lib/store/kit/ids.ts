import { randomBytes, randomUUID } from 'node:crypto'
import { msOf } from '@/lib/contract/clock'
import type { Timestamp } from '@/lib/contract/records/primitives'

/** UUIDv7 of that instant: ids of runs, audit rows and changes sort by time. */
export function uuidV7(at: Timestamp): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(msOf(at), 0, 6)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** UUIDv4: instance ids. */
export const uuidV4 = (): string => randomUUID()
