/** Short words in a corner about something that was done: what came of it, and where to go on. */
export interface Notice {
  tone: 'good' | 'info' | 'bad'
  text: string
  /** The made object, or the place to look. */
  link?: { href: string; label: string }
  /** One thing that can be done about it, such as taking it back. */
  action?: { label: string; act: () => void }
  /** For whoever has to find the cause: code, request id, what the server said. Can be copied. */
  details?: string
}
export type ShownNotice = Notice & { id: number }

/** More than these at once are a list that nobody reads: the oldest that may go makes room. */
const MOST = 4

let shown: readonly ShownNotice[] = []
let last = 0
const watchers = new Set<() => void>()

/** Shows it. Errors stay until they are put away, the rest until it was there to be read. */
export function notify(notice: Notice): void {
  last += 1
  const next = [...shown, { ...notice, id: last }]
  const extra = next.length > MOST ? (next.find(({ tone }) => tone !== 'bad') ?? next[0]) : undefined
  put(next.filter((one) => one !== extra))
}

export const dismissNotice = (id: number): void => put(shown.filter((one) => one.id !== id))

export const shownNotices = (): readonly ShownNotice[] => shown
const NONE: readonly ShownNotice[] = []
export const noNotices = (): readonly ShownNotice[] => NONE

export function watchNotices(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

function put(next: readonly ShownNotice[]): void {
  shown = next
  for (const watcher of watchers) watcher()
}
