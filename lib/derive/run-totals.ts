/** Nobody reads the digits behind it, and counting on would cost more with every run there is. */
export const COUNT_CAP = 10_000

export interface Total {
  count: number
  /** There are more, or may be. */
  capped: boolean
}
interface Totals {
  counts: readonly ({ status: string } & Total)[]
  /** Set where counting stopped for time: of every status there may be more. */
  reached?: string | undefined
}

/** How many runs have one of these statuses; none: any. */
export function totalOf({ counts, reached }: Totals, statuses: readonly string[]): Total {
  const own = counts.filter(({ status }) => statuses.length === 0 || statuses.includes(status))
  return {
    count: own.reduce((sum, one) => sum + one.count, 0),
    capped: reached !== undefined || own.some((one) => one.capped),
  }
}
