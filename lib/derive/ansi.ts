/** A stretch of text in one look. Colours are the terminal's eight, as names; themes decide what they are. */
export interface Stretch {
  /** Where it begins in the stored text. */
  at: number
  text: string
  colour: AnsiColour | null
  isBold: boolean
}
export type AnsiColour = 'black' | 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan' | 'white'

const COLOURS: readonly AnsiColour[] = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white']
const ESCAPE = '\u001b'
// Colour and style; every other sequence (cursor, title, links) is left out: it means nothing here.
const SEQUENCE = new RegExp(
  `${ESCAPE}(?:\\[([\\d;:]*)([@-~])|\\][^\\u0007${ESCAPE}]*(?:\\u0007|${ESCAPE}\\\\)|[@-Z\\\\^_])`,
  'g',
)

/** Terminal colours as data. A line without any is one stretch; nothing is ever read as markup. */
export function ansiStretches(text: string): Stretch[] {
  if (!text.includes(ESCAPE)) return [{ at: 0, text, colour: null, isBold: false }]
  const stretches: Stretch[] = []
  let [colour, isBold, from]: [AnsiColour | null, boolean, number] = [null, false, 0]
  const push = (part: string) => {
    if (part !== '') stretches.push({ at: from, text: part, colour, isBold })
  }
  for (const hit of text.matchAll(SEQUENCE)) {
    push(text.slice(from, hit.index))
    from = hit.index + hit[0].length
    if (hit[2] === 'm') ({ colour, isBold } = styled(hit[1] ?? '', colour, isBold))
  }
  push(text.slice(from))
  return stretches
}

/** The text a reader sees, for search and copy. */
export const withoutAnsi = (text: string): string => (text.includes(ESCAPE) ? text.replace(SEQUENCE, '') : text)

function styled(codes: string, colour: AnsiColour | null, isBold: boolean) {
  const numbers = codes.split(/[;:]/).map(Number)
  for (let at = 0; at < numbers.length; at++) {
    const code = numbers[at] ?? 0
    if (code === 0) [colour, isBold] = [null, false]
    else if (code === 1) isBold = true
    else if (code === 22) isBold = false
    else if (code === 39) colour = null
    else if (code >= 30 && code <= 37) colour = COLOURS[code - 30] ?? null
    else if (code >= 90 && code <= 97) colour = COLOURS[code - 90] ?? null
    else if (code === 38 || code === 48) {
      const [named, used] = extended(numbers.slice(at + 1))
      if (code === 38) colour = named
      at += used
    }
  }
  return { colour, isBold }
}

/** 256 and true colours, brought to the nearest of the eight: contrast is the theme's business. */
function extended([mode, a = 0, b = 0, c = 0]: number[]): [AnsiColour | null, number] {
  if (mode === 2) return [nearest(a, b, c), 4]
  if (mode !== 5) return [null, 1]
  if (a < 16) return [COLOURS[a % 8] ?? null, 2]
  if (a >= 232) return [a < 244 ? 'black' : 'white', 2]
  const cube = a - 16
  const level = (n: number) => (n % 6) * 51
  return [nearest(level(Math.floor(cube / 36)), level(Math.floor(cube / 6)), level(cube)), 2]
}

const nearest = (red: number, green: number, blue: number): AnsiColour =>
  COLOURS[Number(red > 127) + 2 * Number(green > 127) + 4 * Number(blue > 127)] ?? 'white'
