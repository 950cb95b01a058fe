import 'server-only'
import type { Clock } from '@/lib/contract/clock'
import type { Deps, OpenStore } from '@/lib/contract/deps'
import type { Timestamp } from '@/lib/contract/records/primitives'
import { STORE_DEFAULTS } from '@/lib/contract/store-options'
import { chanceOf } from '@/lib/demo/chance'
import { DEMO_SETTING, fillDemo, isEmptyStore } from '@/lib/demo/fill'
import { SimulatedSubmitter } from '@/lib/demo/submitter'
import { SimulatedWorker } from '@/lib/demo/worker'
import { uuidV4, uuidV7 } from '@/lib/store/kit/ids'
import { connect } from './connect'
import type { Env } from './env'
import type { Log } from './log'
import { StartFailure } from './start-failure'

interface DemoWorld {
  env: Pick<Env, 'history' | 'folder'>
  clock: Clock
  log: Log
  deps: Deps
  /** UUIDv7. */
  newId(): string
}

const WORKERS = 3
const TICK_MS = 1_000

/**
 * Makes a demo of an empty database, or goes on with one that was made before, and lets simulated members work in it. A
 * database that holds anything else is left alone: the start ends there. Returns what ends them.
 */
export async function startDemo(world: DemoWorld): Promise<() => Promise<void>> {
  const { deps, clock, log } = world
  const seed = Date.parse(clock.now()) % 2 ** 31
  await claim(world, seed)
  const stores: OpenStore[] = []
  const steps: (() => Promise<void>)[] = []
  for (let number = 1; number <= WORKERS; number++) {
    const store = await openAs(world, `demo-${number}-${uuidV4().slice(0, 8)}`)
    stores.push(store)
    const worker = new SimulatedWorker({ store, clock, chance: chanceOf(seed + number), newId: uuidV4 })
    steps.push(() => worker.tick())
  }
  const submitter = new SimulatedSubmitter({ store: deps, clock, chance: chanceOf(seed), newId: () => world.newId() })
  steps.push(() => submitter.tick())
  const stops = steps.map((step) => every(TICK_MS, step, (error) => log.warn('a step of the demo failed', { error })))
  return async () => {
    await Promise.all(stops.map((stop) => stop()))
    for (const store of stores) await store.close()
  }
}

async function claim(world: DemoWorld, seed: number): Promise<void> {
  const { deps, clock, log } = world
  const { kind } = await deps.store.capabilities()
  if (kind === 'memory')
    throw new StartFailure('The demo needs a database to work in: set FAUCET_HISTORY to an empty one.')
  if ((await deps.console.setting(DEMO_SETTING)) !== null) return
  if (!(await isEmptyStore(deps))) {
    throw new StartFailure(
      'The demo fills an empty database only, and this one holds history: set FAUCET_HISTORY to a new one, or start without the demo.',
    )
  }
  // Two that start at once: one of them fills it.
  if (!(await deps.console.claimSetting(DEMO_SETTING, String(seed)))) return
  const filler = await openAs(world, 'demo-past')
  try {
    const runs = await fillDemo(filler, { now: clock.now(), seed, newId: (at: Timestamp) => uuidV7(at) })
    log.info('the database was empty and is a demo now', { runs })
  } finally {
    await filler.close()
  }
}

const openAs = ({ env, clock, log }: DemoWorld, instanceId: string): Promise<OpenStore> =>
  connect({
    history: env.history,
    folder: env.folder,
    store: { clock, instanceId, clustered: true, ...STORE_DEFAULTS },
    tell: ({ kind }) => log.info('the store of a simulated member', { member: instanceId, kind }),
  })

/** One step after another, never two at once; ends after the one that is going on. */
function every(ms: number, step: () => Promise<void>, failed: (error: unknown) => void): () => Promise<void> {
  let isOver = false
  let wake: (() => void) | undefined
  const loop = (async () => {
    while (!isOver) {
      await step().catch(failed)
      if (!isOver) {
        await new Promise<void>((resolve) => {
          wake = resolve
          setTimeout(resolve, ms).unref()
        })
      }
    }
  })()
  return () => {
    isOver = true
    wake?.()
    return loop
  }
}
