/** Chance that a seed repeats: mulberry32. */
export interface Random {
  /** 0 ≤ n < below. */
  below(below: number): number
  chance(probability: number): boolean
  of<T>(items: readonly T[]): T
  /** Undefined: there is none. */
  any<T>(items: ReadonlySet<T>): T | undefined
}

export function randomFrom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    chance: (probability) => next() < probability,
    of(items) {
      const item = items[below(items.length)]
      if (item === undefined) throw new Error('nothing to choose from')
      return item
    },
    any: (items) => [...items][below(items.size)],
  }
}
