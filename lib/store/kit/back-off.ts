/** Rounds of a write that takes the next number, before it gives up (storage.md §5). */
export const NUMBER_ATTEMPTS = 8

/** Milliseconds to wait before round `n` (from 1): 0, 5, 10 … 160. */
export const backOffMs = (round: number): number => (round <= 1 ? 0 : Math.min(160, 5 * 2 ** (round - 2)))

export type Sleep = (ms: number) => Promise<void>

let turn = 0
/** Waits its turn, with a stagger of 0 to 5 ms: writers that collided once must not collide again. */
export async function backOff(round: number, sleep: Sleep = after): Promise<void> {
  if (round > 1) await sleep(backOffMs(round) + (turn++ % 6))
}

const after: Sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
