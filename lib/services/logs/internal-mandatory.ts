/** Escapes that stand for a kind of character or a place, and hold no text. */
const KINDS = new Set('dDwWsSbBAzntrfva')

/**
 * The longest ASCII text that everything a pattern matches must hold, in any case of its letters: a database finds it much
 * faster than a pattern. Only what stands in the open is taken; null: nothing is certain.
 */
export function mandatoryText(pattern: string): string | null {
  const chars = [...pattern]
  let [best, run] = ['', '']
  const end = () => {
    if (run.length > best.length) best = run
    run = ''
  }
  for (let at = 0; at < chars.length; at++) {
    const char = chars[at] ?? ''
    if (char === '|') return null
    if (char === '\\') {
      const next = chars[++at] ?? ''
      if (/^[\x21-\x7e]$/.test(next) && !/[A-Za-z0-9]/.test(next)) run += next
      else if (KINDS.has(next)) end()
      else return null
    } else if (char === '[' || char === '(') {
      end()
      const close = char === '[' ? endOfClass(chars, at) : endOfGroup(chars, at)
      if (close === null) return null
      at = close
    } else if (char === '*' || char === '?' || char === '{') {
      // What came before may be missing.
      run = run.slice(0, -1)
      end()
      if (char === '{') {
        const [counted] = /^\{\d+(,\d*)?\}/.exec(chars.slice(at).join('')) ?? []
        // Anything else in braces is text to some and not to others.
        if (counted === undefined) return null
        at += counted.length - 1
      }
    } else if (char === '+') end()
    else if (/^[\x20-\x7e]$/.test(char) && !'.^$)]'.includes(char)) run += char
    else end()
  }
  end()
  return best === '' ? null : best
}

/** Where the class that opens at `at` closes. */
function endOfClass(chars: readonly string[], at: number): number | null {
  let look = at + 1
  if (chars[look] === '^') look++
  // The first bracket is one of its members.
  if (chars[look] === ']') look++
  for (; look < chars.length; look++) {
    if (chars[look] === '\\') look++
    else if (chars[look] === '[' && chars[look + 1] === ':') {
      const named = chars.indexOf(']', look)
      if (named === -1) return null
      look = named
    } else if (chars[look] === ']') return look
  }
  return null
}

/** Where the group that opens at `at` closes. */
function endOfGroup(chars: readonly string[], at: number): number | null {
  let depth = 0
  for (let look = at; look < chars.length; look++) {
    const char = chars[look]
    if (char === '\\') {
      look++
      // Quoted text may hold any bracket.
      if (chars[look] === 'Q') return null
    } else if (char === '[') {
      const close = endOfClass(chars, look)
      if (close === null) return null
      look = close
    } else if (char === '(') depth++
    else if (char === ')' && --depth === 0) return look
  }
  return null
}
