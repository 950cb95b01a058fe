import type { Principal } from '@/lib/auth/principal'
import type { Stored } from '@/lib/contract/stored'
import { notFound } from './app-error'

/**
 * tenant: somebody confined sees their own tenant's objects · shared: nothing of a tenant in it, open to the confined too ·
 * global: refused to the confined.
 */
export type Scope = 'tenant' | 'shared' | 'global'

/** Puts a confined principal's tenant into the input. Naming another's is naming what does not exist. */
export function confine<I extends object>(principal: Principal, input: I): I & { tenant?: unknown } {
  if (principal.tenant === null) return input
  if (!mayName(principal, 'tenant' in input ? input.tenant : undefined)) throw notFound()
  return { ...input, tenant: principal.tenant }
}

/** False when a confined principal names a tenant that is not theirs. */
export const mayName = (principal: Principal, tenant: unknown): boolean =>
  principal.tenant === null || tenant === undefined || tenant === principal.tenant

/** The row, if it exists and is the principal's to see; a confined one cannot see what cannot be read. */
export function own<T extends { tenant?: string | undefined }>(principal: Principal, row: Stored<T> | null): Stored<T> {
  if (row === null) throw notFound()
  if (principal.tenant === null) return row
  const read = row.read()
  if (!read.ok || read.record.tenant !== principal.tenant) throw notFound()
  return row
}
