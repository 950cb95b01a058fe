/**
 * The scalar members at the beginning of a JSON object whose end is not there: what stands before the cut is told, lists
 * and objects are passed over. Engines write the small facts of a run before its invocations.
 */
export function headMembers(text: string): ReadonlyMap<string, string | number | boolean | null> {
  const members = new Map<string, string | number | boolean | null>()
  let at = skipBlanks(text, 0)
  if (text[at] !== '{') return members
  at = skipBlanks(text, at + 1)
  while (text[at] === '"') {
    const nameEnd = endOfString(text, at)
    const colon = skipBlanks(text, nameEnd)
    if (text[colon] !== ':') break
    const start = skipBlanks(text, colon + 1)
    const end = endOfValue(text, start)
    // What the cut goes through may go on differently.
    if (end >= text.length) break
    const [name, value] = [parsed(text.slice(at, nameEnd)), scalar(text.slice(start, end))]
    if (typeof name === 'string' && value !== undefined) members.set(name, value)
    const next = skipBlanks(text, end)
    if (text[next] !== ',') break
    at = skipBlanks(text, next + 1)
  }
  return members
}

function scalar(text: string): string | number | boolean | null | undefined {
  const value = /^[[{]/.test(text) ? undefined : parsed(text)
  return value === null || ['string', 'number', 'boolean'].includes(typeof value)
    ? (value as string | number | boolean | null)
    : undefined
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** One past its closing quote; the length of the text where that is not there. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === '"') return at + 1
  }
  return text.length
}

function endOfValue(text: string, start: number): number {
  if (text[start] === '"') return endOfString(text, start)
  let depth = 0
  for (let at = start; at < text.length; at++) {
    const char = text[at]
    if (char === '"') at = endOfString(text, at) - 1
    else if (char === '{' || char === '[') depth++
    else if (char === '}' || char === ']') {
      if (depth === 0) return at
      if (--depth === 0) return at + 1
    } else if (char === ',' && depth === 0) return at
  }
  return text.length
}

function skipBlanks(text: string, from: number): number {
  let at = from
  while (text[at] === ' ' || text[at] === '\n' || text[at] === '\t' || text[at] === '\r') at++
  return at
}
