import { type Clock, msOf } from '@/lib/contract/clock'
import type { Deps } from '@/lib/contract/deps'
import { type Chance, oneOf } from './chance'
import { DEMO_PIPELINES } from './pipelines'
import { demoRun } from './records'

const LEAST_MS = 2_000
const SPREAD_MS = 5_000
/** What waits when the members are behind: more would only pile up. */
const MOST_WAITING = 12

/** Submits runs of the demo's pipelines as time goes by, the one in parts first: it shows the most. */
export class SimulatedSubmitter {
  readonly #store: Pick<Deps, 'queue' | 'insight'>
  readonly #clock: Clock
  readonly #chance: Chance
  readonly #newId: () => string
  #nextMs = 0
  #isFirst = true

  constructor(options: { store: Pick<Deps, 'queue' | 'insight'>; clock: Clock; chance: Chance; newId(): string }) {
    this.#store = options.store
    this.#clock = options.clock
    this.#chance = options.chance
    this.#newId = options.newId
  }

  async tick(): Promise<void> {
    const at = this.#clock.now()
    const now = msOf(at)
    if (now < this.#nextMs) return
    this.#nextMs = now + LEAST_MS + this.#chance() * SPREAD_MS
    const { rows } = await this.#store.insight.searchRuns(
      { status: ['pending'] },
      { want: MOST_WAITING, look: MOST_WAITING },
    )
    if (rows.length >= MOST_WAITING) return
    const inParts = DEMO_PIPELINES.filter(({ shards }) => shards !== undefined)
    const whole = DEMO_PIPELINES.filter(({ shards }) => shards === undefined)
    const pipeline = oneOf(this.#chance, this.#isFirst || this.#chance() < 0.04 ? inParts : whole)
    this.#isFirst = false
    await this.#store.queue.enqueue({ run: demoRun(this.#newId(), pipeline, at), isCallerConfig: false })
  }
}
