import 'server-only'
import type { OpenStore } from '@/lib/contract/deps'
import { METHODS } from '@/lib/contract/methods'

export interface SharedReadsOptions {
  /** How long an answer serves everybody who asks the same; 0: nothing is shared. */
  ageMs(): number
  nowMs?(): number
}

export interface SharedReads {
  store: OpenStore
  /** What is asked from now on is asked anew. */
  forget(): void
}

/** What many open pages ask for with the same words, each for itself. */
const SHARED: Readonly<Record<string, readonly string[]>> = {
  runs: ['get', 'list'],
  insight: [
    'searchRuns',
    'runColumns',
    'submitters',
    'countByStatus',
    'countWindows',
    'runsWithin',
    'oldestRuns',
    'lapsedRuns',
    'connectionsInNeed',
    'usualRuns',
  ],
  leases: ['liveInstances'],
  changes: ['list'],
}
const MOST = 200
/** What only reads needs no list of its methods. */
const PORTS = { ...METHODS, insight: {}, queue: { enqueue: 'write' } } as const

type Ask = (...args: unknown[]) => Promise<unknown>

/**
 * The store, where one answer serves everybody who asks the same question within a moment: many open pages read again when
 * something happens, and most of them read the same. Who may ask was decided before, and whose tenant it is about is part
 * of the question. What this process writes is never overlooked: a write forgets every answer, when it begins and when it
 * has ended.
 */
export function shareReads(
  store: OpenStore,
  { ageMs, nowMs = () => performance.now() }: SharedReadsOptions,
): SharedReads {
  let answers = new Map<string, { atMs: number; answer: Promise<unknown> }>()
  const forget = () => {
    answers = new Map()
  }

  function read(key: string, ask: () => Promise<unknown>): Promise<unknown> {
    const longest = ageMs()
    if (longest === 0) return ask()
    const known = answers.get(key)
    if (known !== undefined && nowMs() - known.atMs < longest) return known.answer
    const answer = ask()
    const mine = answers
    mine.delete(key)
    mine.set(key, { atMs: nowMs(), answer })
    for (const oldest of mine.keys()) {
      if (mine.size <= MOST) break
      mine.delete(oldest)
    }
    answer.catch(() => mine.delete(key))
    return answer
  }

  async function write(ask: () => Promise<unknown>): Promise<unknown> {
    forget()
    try {
      return await ask()
    } finally {
      forget()
    }
  }

  const shared: Record<string, unknown> = { ...store }
  for (const [domain, methods] of Object.entries(PORTS)) {
    const port = store[domain as keyof typeof PORTS] as unknown as Record<string, Ask>
    shared[domain] = new Proxy(port, {
      get(target, name) {
        const method: unknown = Reflect.get(target, name)
        if (typeof name !== 'string' || typeof method !== 'function') return method
        const ask = (args: unknown[]): Promise<unknown> => Reflect.apply(method, target, args)
        if ((methods as Record<string, string>)[name] === 'write') return (...args: unknown[]) => write(() => ask(args))
        if (!SHARED[domain]?.includes(name)) return (...args: unknown[]) => ask(args)
        return (...args: unknown[]) => read(`${domain}.${name} ${questionOf(args)}`, () => ask(args))
      },
    })
  }
  return { store: shared as unknown as OpenStore, forget }
}

const questionOf = (args: readonly unknown[]): string =>
  JSON.stringify(args, (_, value: unknown) => {
    if (value instanceof Set) return ['set', ...value]
    return typeof value === 'bigint' ? `${value}n` : value
  })
