/** A pattern of names, part by part; null stands for anything. */
export type Pattern = readonly (string | null)[]

/** Reads `*` as anything, `\*` as a star and `\\` as a backslash. */
export function readPattern(text: string): Pattern {
  const parts: (string | null)[] = []
  let literal = ''
  const flush = () => {
    if (literal !== '') parts.push(literal)
    literal = ''
  }
  for (let at = 0; at < text.length; at++) {
    const char = text[at] ?? ''
    if (char === '*') {
      flush()
      // Two stars say what one says.
      if (parts.at(-1) !== null || parts.length === 0) parts.push(null)
    } else {
      if (char === '\\' && /[\\*]/.test(text[at + 1] ?? '')) at++
      literal += text[at] ?? ''
    }
  }
  flush()
  return parts
}

export const writePattern = (pattern: Pattern): string =>
  pattern.map((part) => (part === null ? '*' : part.replace(/[\\*]/g, '\\$&'))).join('')
