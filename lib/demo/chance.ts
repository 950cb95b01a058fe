/** Numbers from 0 to below 1 that are the same for the same seed (mulberry32). */
export type Chance = () => number

export function chanceOf(seed: number): Chance {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Around `middle`, from a bit more than half of it to a bit less than twice. */
export const around = (chance: Chance, middle: number): number => middle * 2 ** ((chance() - 0.5) * 1.6)

export function oneOf<T>(chance: Chance, among: readonly [T, ...T[]] | readonly T[]): T {
  const found = among[Math.floor(chance() * among.length)]
  if (found === undefined) throw new Error('nothing to choose from')
  return found
}
