const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** `340 ms`, `4.2 s`, `1 m 35 s`, `3 h 5 m`, `6 d 4 h`: at most two units. `0 ms` only for nothing at all. */
export function duration(ms: number): string {
  if (!Number.isFinite(ms) || ms <= 0) return '0 ms'
  if (ms < 1) return '< 1 ms'
  if (Math.round(ms) < SECOND) return `${Math.round(ms)} ms`
  if (Math.round(ms / 100) < 600) return `${(Math.round(ms / 100) / 10).toFixed(1)} s`
  if (ms < HOUR) return two(ms, MINUTE, 'm', SECOND, 's')
  if (ms < 48 * HOUR) return two(ms, HOUR, 'h', MINUTE, 'm')
  return two(ms, DAY, 'd', HOUR, 'h')
}

/** A clock that ticks once a second: whole seconds under a minute, else as `duration`. */
export function ticking(ms: number): string {
  if (ms < SECOND) return '0 s'
  return ms < MINUTE ? `${Math.floor(ms / SECOND)} s` : duration(Math.floor(ms / SECOND) * SECOND)
}

/** `95.250 s`: exact seconds to three decimals, for whoever hovers. */
export const exactSeconds = (ms: number): string =>
  `${new Intl.NumberFormat('en', { minimumFractionDigits: 3, maximumFractionDigits: 3 }).format(ms / SECOND)} s`

function two(ms: number, big: number, bigName: string, small: number, smallName: string): string {
  // Rounding to the smaller unit first: 59.96 s is one minute, never "0 m 60 s".
  const units = Math.max(Math.floor(ms / small), big / small)
  const perBig = big / small
  const rest = units % perBig
  const head = `${Math.floor(units / perBig)} ${bigName}`
  return rest === 0 ? head : `${head} ${rest} ${smallName}`
}
