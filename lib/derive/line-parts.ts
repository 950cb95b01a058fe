import { type AnsiColour, ansiStretches } from './ansi'

/** A part of a line that looks the same from its beginning to its end. */
export interface LinePart {
  /** Where it begins in what is read of the line. */
  at: number
  text: string
  colour: AnsiColour | null
  isBold: boolean
  /** Who wrote the line: not what is read first. */
  isTarget: boolean
  /** It is, or belongs to, something that is looked for. */
  isHit: boolean
}

/** The module that wrote a line, as engines put it before what it says. */
const TARGET = /^[\w:.-]+: /

/** What is read of a line, in parts: its colours, who wrote it, and the places of what is looked for. */
export function lineParts(text: string, places: readonly number[]): LinePart[] {
  const written = TARGET.exec(text)?.[0].length ?? 0
  const parts: LinePart[] = []
  let at = 0
  for (const { text: part, colour, isBold } of ansiStretches(text)) {
    let from = 0
    while (from < part.length) {
      const { isHit, until } = hitAt(places, at + from)
      const isTarget = at + from < written
      const end = Math.min(part.length, until - at, isTarget ? written - at : Number.POSITIVE_INFINITY)
      parts.push({ at: at + from, text: part.slice(from, end), colour, isBold, isTarget, isHit })
      from = end
    }
    at += part.length
  }
  return parts
}

/** Whether a place covers this point, and up to where that holds. Places are in order and do not overlap. */
function hitAt(places: readonly number[], point: number): { isHit: boolean; until: number } {
  for (let index = 0; index + 1 < places.length; index += 2) {
    const [begin = 0, end = 0] = places.slice(index, index + 2)
    if (point < begin) return { isHit: false, until: begin }
    if (point < end) return { isHit: true, until: end }
  }
  return { isHit: false, until: Number.POSITIVE_INFINITY }
}

/** JSON within a line, from its first brace to its end; null: there is none. */
export function jsonIn(text: string): string | null {
  const from = text.indexOf('{')
  const found = from === -1 ? '' : text.slice(from).trim()
  if (!found.endsWith('}') || found.length < 3) return null
  try {
    JSON.parse(found)
    return found
  } catch {
    return null
  }
}
