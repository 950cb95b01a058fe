/** A round number at or above: the top of a scale. */
export function scaleTop(most: number): number {
  if (most <= 4) return Math.max(1, Math.ceil(most))
  const power = 10 ** Math.floor(Math.log10(most))
  const steps = [1, 1.5, 2, 3, 4, 5, 6, 8, 10]
  return (steps.find((step) => step * power >= most) ?? 10) * power
}
