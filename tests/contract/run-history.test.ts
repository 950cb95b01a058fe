import { describe, it } from 'vitest'
import { BACKENDS } from '../support/backends'
import { applies } from '../support/suite'
import { SUITES } from './suites/suites'

for (const backend of BACKENDS) {
  for (const suite of SUITES) {
    describe(`${suite.name} on ${backend.name}`, () => {
      for (const [name, where, run] of suite.cases) {
        if (!applies(where, backend)) continue
        it(name, async () => {
          const world = await backend.open()
          try {
            await run(world, backend)
          } finally {
            await world.close()
          }
        })
      }
    })
  }
}
