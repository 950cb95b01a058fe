/** A small deterministic generator (mulberry32): the same seed gives the same store on every machine. */
export function randomFrom(seed: number) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const normal = () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
  return {
    next,
    below: (limit: number) => Math.floor(next() * limit),
    logNormal: (mean: number, deviation: number) => Math.exp(mean + deviation * normal()),
    exponential: (mean: number) => -Math.log(1 - next()) * mean,
    hex: (digits: number) => Array.from({ length: digits }, () => Math.floor(next() * 16).toString(16)).join(''),
  }
}
