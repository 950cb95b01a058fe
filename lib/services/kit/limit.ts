/** A limit in its range: never refused, whatever was asked. */
export const clamp = (asked: number | undefined, standard: number, max: number): number =>
  Math.min(Math.max(asked ?? standard, 1), max)
