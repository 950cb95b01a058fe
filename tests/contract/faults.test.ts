import { describe, expect, it } from 'vitest'
import { BACKENDS } from '../support/backends'
import { FAULTS, type Fault, toolsOf } from '../support/faults'
import { applies, type Backend, type Case, type History, type Suite, type World } from '../support/suite'
import { SUITES } from './suites/suites'

/** The world of a case, with the fault planted into its store and into every other instance on the same data. */
async function brokenWorld(backend: Backend, fault: Fault): Promise<World> {
  const world = await backend.open()
  const tools = toolsOf(world, fault.on)
  const broken = (history: History): History => ({ ...history, ...fault.breaks(history, tools) })
  return { ...world, history: broken(world.history), peer: async (id) => broken(await world.peer(id)) }
}

/** Does the case notice? Only a failed expectation counts: a fault that merely crashes has planted nothing. */
async function notices([, , run]: Case, backend: Backend, fault: Fault): Promise<boolean> {
  const world = await brokenWorld(backend, fault)
  try {
    await run(world, backend)
    return false
  } catch (error) {
    return error instanceof Error && error.name === 'AssertionError'
  } finally {
    await world.close()
  }
}

async function firstToNotice(suite: Suite, fault: Fault): Promise<string | undefined> {
  const backend = BACKENDS.find(({ name }) => name === fault.on)
  if (backend === undefined) throw new Error(`there is no backend called ${fault.on}`)
  for (const each of suite.cases) {
    if (applies(each[1], backend) && (await notices(each, backend, fault))) return each[0]
  }
  return undefined
}

describe('every suite of the contract', () => {
  it('has at least one fault planted', () => {
    expect(SUITES.filter(({ name }) => (FAULTS[name] ?? []).length === 0).map(({ name }) => name)).toEqual([])
    expect(Object.keys(FAULTS).filter((name) => !SUITES.some((suite) => suite.name === name))).toEqual([])
  })
})

for (const suite of SUITES) {
  describe(`the suite of ${suite.name} notices`, () => {
    for (const fault of FAULTS[suite.name] ?? []) {
      it(`${fault.what}, on ${fault.on}`, { timeout: 60_000 }, async () => {
        expect(await firstToNotice(suite, fault)).toBeDefined()
      })
    }
  })
}
