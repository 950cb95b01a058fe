// `npm run interop [-- --seconds 600] [--only sqlite|postgres] [--seed N]`: an engine (FAUCET_BIN, else `faucet` on the
// PATH) and the built console on one store, with mixed work on both sides. Every few seconds everybody pauses and both are
// asked the same: they must agree, the engine must be ready all the time, and every row must be one it can decode.
import { spawnSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { prepare } from '../../lib/cli/prepare.mjs'
import { findEngine } from '../support/real-engine'
import { newTally } from './asking'
import { type Comparison, compare } from './comparing'
import { type Kind, type Pair, startPair } from './pair'
import { randomFrom } from './random'
import { neverDone, newWorld, type World, workOnce } from './work'

const WORKERS = 4
const SLICE_MS = 15_000
/** Long enough for everything to have been tried on each side. */
const WHOLE_SECONDS = 60

const { values: flags } = parseArgs({
  options: {
    seconds: { type: 'string', default: '600' },
    only: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})
const seconds = Number(flags.seconds)
const seed = Number(flags.seed)
const say = (text: string) => process.stdout.write(`${text}\n`)

/** Both sides at work and compared; how many things were wrong. */
async function tryOn(kind: Kind, program: string): Promise<number> {
  const pair = await startPair(kind, program)
  try {
    const world = newWorld(pair, randomFrom(seed), newTally())
    const result: Comparison = { answers: 0, disagreements: [], rows: 0, undecodable: [] }
    for (const end = Date.now() + seconds * 1_000; Date.now() < end; ) {
      await workUntil(world, Math.min(end, Date.now() + SLICE_MS))
      await compare(world, result, false)
    }
    await compare(world, result, true)
    return report(kind, world, result)
  } finally {
    await pair.stop()
  }
}

const workUntil = (world: World, end: number) =>
  Promise.all(
    Array.from({ length: WORKERS }, async () => {
      while (Date.now() < end) {
        await workOnce(world)
        await sleep(world.random.below(120))
      }
    }),
  )

function report(kind: Kind, { pair, tally }: World, result: Comparison): number {
  const { requests, surprises } = tally
  const undone = seconds < WHOLE_SECONDS ? [] : neverDone(tally)
  const { looks, failures } = pair.readiness
  const degraded = [...failures, ...warnings(pair)]
  say(`${kind}: ${requests.engine} requests to the engine, ${requests.console} to the console in ${seconds} s`)
  const line = (what: string, found: readonly string[], of: string) => {
    say(`  ${found.length === 0 ? '✓' : '✗'} ${found.length} ${what} (${of})`)
    for (const one of found.slice(0, 20)) say(`      ${one}`)
    return found.length
  }
  return (
    line('disagreements', result.disagreements, `${result.answers} answers compared`) +
    line('undecodable', result.undecodable, `${result.rows} rows decoded`) +
    line('degraded', degraded, `${looks} looks at readiness`) +
    line('surprises', surprises, 'statuses that nobody expects, logs that do not end, keys that give another run') +
    line('never done', undone, `${tally.done.size} kinds of work`)
  )
}

/** What an engine says once when it gives up its store. */
const warnings = (pair: Pair): string[] =>
  pair
    .log('engine')
    .split('\n')
    .filter((line) => /degraded/i.test(line))

const program = findEngine()
if (program === null) {
  say('interop: left out, there is neither FAUCET_BIN nor faucet on the PATH')
} else {
  const version = spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout.trim()
  await prepare({ build: true })
  say(`${version} beside the console, seed ${seed}`)
  let wrong = 0
  for (const kind of ['sqlite', 'postgres'] as const)
    if (flags.only === undefined || flags.only === kind) wrong += await tryOn(kind, program)
  say(wrong === 0 ? 'they agree' : `${wrong} things are wrong`)
  process.exitCode = wrong === 0 ? 0 : 1
}
