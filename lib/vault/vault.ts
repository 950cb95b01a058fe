import type { Vault } from '@/lib/contract/ports/vault'
import { keyOf, open, seal } from './seal'

/** A vault with these passphrases; without a current one the earlier ones count for nothing, as in engines. */
export function createVault(current: string | null, previous: readonly string[]): Vault {
  if (current === null) return { hasKey: false, seal: noKey, open: noKey }
  const [key, ...earlier] = [current, ...previous].map(keyOf)
  if (key === undefined) throw new Error('there is a current key')
  return {
    hasKey: true,
    seal: (value, context, format) => seal(value, { key, context, format }),
    open: (sealed, context) => open(sealed, [key, ...earlier], context),
  }
}

const noKey = (): never => {
  throw new Error('asked to seal or open without a key: look at hasKey first')
}
