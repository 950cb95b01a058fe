import { processWide } from './process-wide'

/** Characters of all texts together, and of the largest one that is kept: what was made of them takes some ten times as much. */
const ROOM = 6_000_000
const LARGEST = 32_768
/** Of one text. Kinds are constants of their modules; whoever makes one up each time only loses the benefit. */
const KINDS = 8

interface Memo {
  /** Least recently asked first. */
  outcomes: Map<string, Map<object, unknown>>
  taken: number
}
const memo = () => processWide<Memo>('read-memo', () => ({ outcomes: new Map(), taken: 0 }))

/**
 * What `read` makes of a text in the manner of `kind`, made once for as long as it is asked for now and then. The same bodies are read again and
 * again, by every poll of every page, and most of them never change. Outcomes are frozen through and through: whoever asks
 * gets the same objects as everybody else.
 */
export function remembered<T>(kind: object, text: string, read: () => T): T {
  if (text.length > LARGEST) return read()
  const kept = memo()
  const known = kept.outcomes.get(text)
  if (known?.has(kind)) {
    kept.outcomes.delete(text)
    kept.outcomes.set(text, known)
    return known.get(kind) as T
  }
  const outcome = frozen(read())
  if (known === undefined) {
    kept.outcomes.set(text, new Map([[kind, outcome]]))
    kept.taken += text.length
  } else {
    const [first] = known.keys()
    if (known.size === KINDS && first !== undefined) known.delete(first)
    known.set(kind, outcome)
  }
  for (const [oldest] of kept.outcomes) {
    if (kept.taken <= ROOM) break
    kept.outcomes.delete(oldest)
    kept.taken -= oldest.length
  }
  return outcome
}

function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  for (const inside of Object.values(value)) frozen(inside)
  return Object.freeze(value)
}
