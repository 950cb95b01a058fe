/** Is what was typed probably meant to be the known word: its beginning, or one letter wrong, missing or too many? */
export function isNear(known: string, typed: string): boolean {
  if (typed.length > 1 && (known.startsWith(typed) || typed.startsWith(known))) return true
  const [short, long] = known.length < typed.length ? [known, typed] : [typed, known]
  if (long.length - short.length > 1 || short.length < 2) return false
  let at = 0
  while (at < short.length && short[at] === long[at]) at++
  return long.slice(at + 1) === short.slice(short.length === long.length ? at + 1 : at)
}
