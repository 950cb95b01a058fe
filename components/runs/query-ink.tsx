import { type QueryProblem, wordsOf } from '@/lib/url/run-query'

interface QueryInkProps {
  text: string
  problems: readonly QueryProblem[]
  /** How far the input has scrolled its text to the left. */
  scroll: number
}

/** The text of the query in colour, exactly under the input's own, which is the one that is read and written. */
export function QueryInk({ text, problems, scroll }: QueryInkProps) {
  return (
    <span
      aria-hidden="true"
      className="query-ink pointer-events-none absolute inset-0 overflow-hidden font-mono text-meta"
    >
      <span className="inline-block leading-7 whitespace-pre" style={{ transform: `translateX(${-scroll}px)` }}>
        {pieces(text, problems).map(({ from, words, look }) => (
          <span key={from} className={look}>
            {words}
          </span>
        ))}
      </span>
    </span>
  )
}

interface Piece {
  from: number
  words: string
  look: string
}

/** Cut wherever the look changes. */
function pieces(text: string, problems: readonly QueryProblem[]): Piece[] {
  const words = wordsOf(text)
  const edges = new Set([0, text.length])
  for (const { from, to, key } of words)
    for (const edge of [from, to, key?.from ?? from, (key?.to ?? from - 1) + 1]) edges.add(edge)
  for (const { from, to } of problems) for (const edge of [from, to]) edges.add(edge)
  const cuts = [...edges].filter((edge) => edge <= text.length).sort((a, b) => a - b)
  return cuts.slice(0, -1).map((from, at) => {
    const to = cuts[at + 1] ?? text.length
    const word = words.find((one) => one.from <= from && to <= one.to)
    const isKey = word?.key !== null && word?.key !== undefined && to <= word.key.to + 1
    const isWrong = problems.some((problem) => problem.from <= from && to <= problem.to)
    const tone = word?.isNot && to <= (word.key?.to ?? word.from) + 1 ? 'text-warn' : isKey ? 'text-accent' : 'text-ink'
    return { from, words: text.slice(from, to), look: isWrong ? `${tone} query-wrong` : tone }
  })
}
