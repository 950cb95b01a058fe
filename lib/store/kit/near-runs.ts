/** Characters of a body that are read whole; of a longer one only the beginning is. */
export const NEAR_WHOLE = 64_000
export const NEAR_HEAD = 4_000
