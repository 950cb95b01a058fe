import { one, type Search } from './search'

/** Two runs side by side; null: still to be chosen. */
export interface Compared {
  a: string | null
  b: string | null
}

export const parseCompared = (search: Search): Compared => ({ a: idIn(search, 'a'), b: idIn(search, 'b') })

const LONGEST = 200
const idIn = (search: Search, name: 'a' | 'b'): string | null => {
  const id = (one(search, name) ?? '').trim()
  return id === '' || id.length > LONGEST ? null : id
}
