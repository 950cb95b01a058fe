import { cx } from '@/components/ui/cx'
import type { AnsiColour } from '@/lib/derive/ansi'
import { lineParts } from '@/lib/derive/line-parts'
import { visible } from '@/lib/format/text'

/** What is read of a line, in the terminal's colours, with what is looked for marked. Who wrote it needs a wide screen. */
export function LineText({ text, places }: { text: string; places: readonly number[] }) {
  return lineParts(text, places).map(({ at, text: part, colour, isBold, isTarget, isHit }) => {
    const look = cx(
      colour === null ? isTarget && !isHit && 'text-ink-3 max-wide:hidden' : COLOURS[colour],
      isBold && 'font-title',
    )
    if (isHit) return <mark key={at}>{visible(part)}</mark>
    return look === '' ? (
      visible(part)
    ) : (
      <span key={at} className={look}>
        {visible(part)}
      </span>
    )
  })
}

/** The terminal's colours in the theme's own, which keep their contrast. */
const COLOURS: Record<AnsiColour, string> = {
  black: 'text-ink-3',
  red: 'text-bad',
  green: 'text-good',
  yellow: 'text-warn',
  blue: 'text-info',
  magenta: 'text-many',
  cyan: 'text-accent',
  white: 'text-ink',
}
