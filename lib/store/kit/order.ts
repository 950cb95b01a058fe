/**
 * Sorts by text in code-unit order. Lists keyed by what people choose pass through here: Postgres orders such text by the
 * collation of the database (storage.md trap 16).
 */
export const byText =
  <T>(textOf: (item: T) => string) =>
  (a: T, b: T): number => {
    const [left, right] = [textOf(a), textOf(b)]
    return left < right ? -1 : left > right ? 1 : 0
  }
