import { type Clock, msOf } from '@/lib/contract/clock'
import type { OpenStore } from '@/lib/contract/deps'
import { HistoryError, isHistoryError } from '@/lib/contract/errors'
import type { Capabilities } from '@/lib/contract/ports/store-info'
import type { Timestamp } from '@/lib/contract/records/primitives'
import type { Domain } from '@/lib/contract/run-history'
import { type Rule, rulesOf } from './policy'

/** After an unreachable failure: two more looks before the store counts as away. */
const LOOKS_AFTER_MS = [50, 200]
const LOOK_MS = 2_000
/** A call that hangs is looked after, too: a network that swallows packets fails nothing. */
const PATIENCE_MS = 5_000
/** How often a read is sent again to a store that answers other questions. */
const AGAIN = 2
const PROBES_AFTER_MS = [1_000, 2_000, 5_000]
const PROBE_EVERY_MS = 10_000
const PROBE_MS = 5_000
/** No run has it: a UUID of version 7 is never all zeros. Any answer to the question is a sign of life. */
const NO_SUCH_RUN = '00000000-0000-0000-0000-000000000000'
const LOOK: Rule = { away: 'serve', again: true }

export interface FallbackOptions {
  /** The store, opened already; null: it could not be reached, and `reason` says why. */
  first: OpenStore | null
  reason?: HistoryError
  /** Opens it anew. */
  open(): Promise<OpenStore>
  /** An empty store for the time of one outage. What it collects is not copied back. */
  memory(): OpenStore
  /** What is known of a store that was never seen. */
  unseen: Pick<Capabilities, 'kind' | 'where'>
  clustered: boolean
  clock: Clock
  sleep(ms: number): Promise<unknown>
  tell(event: FallbackEvent): void
}

export type FallbackEvent =
  | { kind: 'away'; error: HistoryError | undefined }
  | { kind: 'back'; since: Timestamp; seconds: number }

interface Outage {
  since: Timestamp
  memory: OpenStore
}

type Ask = (store: OpenStore) => Promise<unknown>

/**
 * A store that may go away and come back (storage.md §6, as engines of 1.13.3 and later do it). Only silence sends it
 * away, after two more looks; what each call does meanwhile is `policy.ts`; it returns by itself, within about ten
 * seconds of its first answer.
 */
export function createFallbackHistory(options: FallbackOptions): OpenStore {
  const { clock, sleep, tell } = options
  let primary = options.first
  let outage: Outage | null = null
  let looking: Promise<boolean> | undefined
  let isClosed = false
  let last: Capabilities = { ...options.unseen, stamp: null, readOnly: null, degradedSince: null, tables: {} }

  async function call(rule: Rule, ask: Ask): Promise<unknown> {
    for (let sent = 0; ; sent++) {
      const store = primary
      if (outage !== null || store === null) return instead(rule, ask)
      try {
        return await patiently(store, ask(store))
      } catch (error) {
        if (!isUnreachable(error)) throw error
        await isThere(store, error)
        // It answers, if only through a new connection: what was a write may have landed and is not sent again.
        if (outage === null && (!rule.again || sent === AGAIN)) throw error
      }
    }
  }

  function instead(rule: Rule, ask: Ask): Promise<unknown> {
    if (rule.away === 'refuse' || outage === null)
      throw new HistoryError(
        'degraded',
        'the store cannot be reached just now; this needs it: try again when it is back',
      )
    return ask(outage.memory)
  }

  /** Ends a wait that has become hopeless. While the store gives signs of life, a long wait is just that. */
  async function patiently(store: OpenStore, answer: Promise<unknown>): Promise<unknown> {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    const silence = new Promise<never>((_, reject) => {
      const wait = () => {
        timer = setTimeout(async () => {
          const error = new HistoryError('backend', 'the store gives no answer', { unreachable: true })
          if (!(await isThere(store, error))) reject(error)
          else if (!isOver) wait()
        }, PATIENCE_MS)
        timer.unref?.()
      }
      wait()
    })
    try {
      return await Promise.race([answer, silence])
    } finally {
      isOver = true
      clearTimeout(timer)
    }
  }

  /** Does it answer within two more looks? Calls that fail together look together. No answer: it is away. */
  function isThere(store: OpenStore, error: HistoryError): Promise<boolean> {
    if (outage !== null || store !== primary) return Promise.resolve(false)
    looking ??= (async () => {
      for (const pause of LOOKS_AFTER_MS) {
        await sleep(pause)
        if (await gives(store.look(), LOOK_MS)) return true
      }
      if (!isClosed) leave(error)
      return false
    })().finally(() => {
      looking = undefined
    })
    return looking
  }

  function leave(error: HistoryError | undefined): void {
    const mine = { since: clock.now(), memory: options.memory() }
    outage = mine
    tell({ kind: 'away', error })
    void comeBack(mine)
  }

  async function comeBack(mine: Outage): Promise<void> {
    let spent = 0
    for (let probe = 0; !isClosed; probe++) {
      // Counted from probe to probe, whatever a hanging one took.
      await sleep(Math.max(PROBES_AFTER_MS[0] ?? 0, (PROBES_AFTER_MS[probe] ?? PROBE_EVERY_MS) - spent))
      if (isClosed) return
      const began = performance.now()
      const fresh = await opened()
      spent = performance.now() - began
      if (fresh === null) continue
      const gone = primary
      primary = fresh
      outage = null
      await remember(fresh)
      tell({ kind: 'back', since: mine.since, seconds: Math.round((msOf(clock.now()) - msOf(mine.since)) / 1_000) })
      gone?.close().catch(() => undefined)
      return
    }
  }

  async function opened(): Promise<OpenStore | null> {
    const opening = options.open()
    const store = await within(opening, PROBE_MS).catch(() => null)
    if (store === null) {
      // Too late is too late, but what opens in the end must not stay open.
      opening.then((late) => late.close()).catch(() => undefined)
      return null
    }
    if (!isClosed && (await answers(store))) return store
    store.close().catch(() => undefined)
    return null
  }

  /** For the time when it cannot be asked. */
  async function remember(store: OpenStore): Promise<void> {
    last = await store.store.capabilities()
  }

  /** The casts of this file: a port is its methods, each forwarded under its own name to whichever store answers. */
  function port<P extends Domain | 'insight' | 'queue' | 'console' | 'bulk'>(name: P): OpenStore[P] {
    const forwarders = [...rulesOf(name)].map(([method, rule]) => {
      const ask = (args: unknown[]) => async (store: OpenStore) =>
        (store[name] as unknown as Record<string, (...args: unknown[]) => unknown>)[method]?.(...args)
      return [method, (...args: unknown[]) => call(rule, ask(args))]
    })
    return Object.fromEntries(forwarders) as unknown as OpenStore[P]
  }

  if (primary === null) leave(options.reason)
  else void remember(primary)

  return {
    runs: port('runs'),
    leases: port('leases'),
    shards: port('shards'),
    audit: port('audit'),
    logs: port('logs'),
    catalog: port('catalog'),
    outputs: port('outputs'),
    changes: port('changes'),
    tenants: port('tenants'),
    usage: port('usage'),
    templates: port('templates'),
    insight: port('insight'),
    queue: port('queue'),
    console: port('console'),
    bulk: port('bulk'),
    health: { degraded: () => outage !== null, clustered: options.clustered, durable: true },
    store: {
      async capabilities() {
        // A real question: what was seen a minute ago says nothing about whether the store is there now.
        await call(LOOK, (store) => store.runs.get(NO_SUCH_RUN)).catch(() => undefined)
        if (outage === null && primary !== null) await remember(primary)
        return { ...last, degradedSince: outage?.since ?? null }
      },
    },
    look: async () => {
      if (primary === null) throw new HistoryError('degraded', 'the store has not been reached yet')
      await primary.look()
    },
    async close() {
      isClosed = true
      await primary?.close()
    },
  }
}

const isUnreachable = (error: unknown): error is HistoryError => isHistoryError(error) && error.unreachable

/** Any answer ends an outage, also that there is no such table. */
async function answers(store: OpenStore): Promise<boolean> {
  try {
    await within(store.runs.get(NO_SUCH_RUN), LOOK_MS)
    return true
  } catch (error) {
    return isHistoryError(error) && !error.unreachable && error.kind !== 'degraded'
  }
}

const gives = (sign: Promise<unknown>, ms: number): Promise<boolean> =>
  within(sign, ms).then(
    () => true,
    () => false,
  )

async function within<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new HistoryError('backend', 'no answer in time', { unreachable: true })), ms)
    timer.unref?.()
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
