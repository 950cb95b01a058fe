/** A lease that ended strictly before now, or was never given; what is no instant at all counts as ended. */
export function isLeaseOver(lease: string | null, now: string): boolean {
  const end = lease === null ? Number.NaN : Date.parse(lease)
  return Number.isNaN(end) || end < Date.parse(now)
}

/** Members beat every 10 seconds and count as live for three beats. */
export const LIVE_MS = 30_000
/** Clocks of one cluster differ a little; more than this is worth a word. */
const SKEW_MS = 2_000

export interface Beat {
  isLive: boolean
  /** How long ago the last beat was by our clock; 0 for one that lies ahead. */
  silentMs: number
  /** How far the member's clock is ahead of ours at least; null: nothing shows that it is. A clock behind only looks silent. */
  aheadMs: number | null
}

/** What the last beat of a member says, `now` in milliseconds. */
export function beatOf(lastHeartbeat: string, now: number): Beat {
  const age = now - Date.parse(lastHeartbeat)
  return { isLive: age <= LIVE_MS, silentMs: Math.max(0, age), aheadMs: age < -SKEW_MS ? -age : null }
}
