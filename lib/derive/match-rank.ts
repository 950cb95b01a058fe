/** How well a text answers what somebody typed: 0 is all of it, 1 its beginning, 2 the beginning of a word in it, 3 inside a word; null: not at all. Upper and lower case are alike. */
export function matchRank(text: string, part: string): 0 | 1 | 2 | 3 | null {
  const [whole, wanted] = [text.toLowerCase(), part.toLowerCase()]
  const at = whole.indexOf(wanted)
  if (at === -1) return null
  if (at === 0) return whole.length === wanted.length ? 0 : 1
  for (let next = at; next !== -1; next = whole.indexOf(wanted, next + 1)) {
    if (!/[\p{L}\p{N}]/u.test(whole[next - 1] ?? '')) return 2
  }
  return 3
}

/** The text in pieces, those that were typed apart from the rest: for marking them. */
export function matchPieces(text: string, part: string): { text: string; isMatch: boolean }[] {
  const wanted = part.toLowerCase()
  const whole = text.toLowerCase()
  // Where small letters take another number of characters, places would be off: nothing is marked then.
  if (wanted === '' || whole.length !== text.length) return [{ text, isMatch: false }]
  const pieces: { text: string; isMatch: boolean }[] = []
  let from = 0
  for (let at = whole.indexOf(wanted); at !== -1; at = whole.indexOf(wanted, from)) {
    if (at > from) pieces.push({ text: text.slice(from, at), isMatch: false })
    pieces.push({ text: text.slice(at, at + wanted.length), isMatch: true })
    from = at + wanted.length
  }
  if (from < text.length || pieces.length === 0) pieces.push({ text: text.slice(from), isMatch: false })
  return pieces
}
