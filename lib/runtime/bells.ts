import 'server-only'

/** Says when something may have changed. It carries no data: whoever hears it asks where permissions are checked. */
export interface Bells {
  /**
   * Calls `ring` at each change of the topic, until the returned function is called. The first look rings too: what
   * changed before it would be missed otherwise.
   */
  listen(topic: string, ring: () => void): () => void
  /** Rings of several topics, kept until somebody asks which they were. Ends with the signal: none from then on. */
  hear(topics: readonly string[], signal: AbortSignal): { next(): Promise<string[]> }
  /** How many hear at the moment: open pages, each with a stream of its own. */
  viewers(): number
}

interface Topic {
  listeners: Set<() => void>
  seen: string | undefined
  isAsking: boolean
}

const EVERY_MS = 1_000
/** So many pages may read again with every ring; beyond, each waits longer between two. */
const FEW = 20
const PER_VIEWER_MS = 25
/** From so many on, changes are looked for half as often. */
export const MANY = 100
const SLOWEST_MS = 15_000

interface BellsOptions {
  everyMs?: number
  /** Something changed: called before anybody hears of it. */
  onChange?: () => void
}

/** One look per topic and second, or two where many listen; nobody listening, no look. */
export function createBells(
  pulse: (topic: string) => Promise<string>,
  { everyMs = EVERY_MS, onChange }: BellsOptions = {},
): Bells {
  const topics = new Map<string, Topic>()
  let timer: ReturnType<typeof setInterval> | undefined
  let viewers = 0
  const paceMs = () => (viewers <= FEW ? 0 : Math.min(viewers * PER_VIEWER_MS, SLOWEST_MS))

  async function look(name: string, topic: Topic): Promise<void> {
    if (topic.isAsking) return
    topic.isAsking = true
    // A store that does not answer is a state like any other: its coming back is a change.
    const now = await pulse(name).catch((error: unknown) => `away: ${String(error)}`)
    topic.isAsking = false
    if (topic.seen === now) return
    topic.seen = now
    onChange?.()
    for (const ring of [...topic.listeners]) ring()
  }

  function listen(name: string, ring: () => void): () => void {
    let topic = topics.get(name)
    if (topic === undefined) {
      topic = { listeners: new Set(), seen: undefined, isAsking: false }
      topics.set(name, topic)
      void look(name, topic)
    }
    const { listeners } = topic
    // Two listeners may share one function: each gets an entry of its own.
    const entry = () => ring()
    listeners.add(entry)
    timer ??= start()
    return () => {
      listeners.delete(entry)
      if (listeners.size === 0 && topics.get(name)?.listeners === listeners) topics.delete(name)
      if (topics.size > 0) return
      clearInterval(timer)
      timer = undefined
    }
  }

  function start() {
    let ticks = 0
    const started = setInterval(() => {
      if (viewers > MANY && ticks++ % 2 === 1) return
      for (const [name, topic] of topics) void look(name, topic)
    }, everyMs)
    started.unref()
    return started
  }

  return {
    listen,
    viewers: () => viewers,
    hear(names, signal) {
      const rung = new Set<string>()
      let wake = () => {}
      let notBefore = 0
      viewers++
      const stops = names.map((name) =>
        listen(name, () => {
          rung.add(name)
          wake()
        }),
      )
      const stop = () => {
        for (const each of stops) each()
        viewers--
        rung.clear()
        wake()
      }
      if (signal.aborted) stop()
      else signal.addEventListener('abort', stop)
      return {
        async next() {
          while (rung.size === 0 && !signal.aborted) {
            await new Promise<void>((resolve) => {
              wake = resolve
            })
          }
          // What rings meanwhile is told together, and pages that heard the same do not all ask in the same moment.
          await restUntil(notBefore, signal)
          notBefore = Date.now() + paceMs() * (0.75 + Math.random() / 2)
          const names = [...rung]
          rung.clear()
          return names
        },
      }
    },
  }
}

function restUntil(ms: number, signal: AbortSignal): Promise<void> {
  const rest = ms - Date.now()
  if (rest <= 0 || signal.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, rest)
    signal.addEventListener('abort', end)
  })
}
