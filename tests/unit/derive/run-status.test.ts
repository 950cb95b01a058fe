import { describe, expect, it } from 'vitest'
import { RUN_STATUSES } from '@/lib/contract/records/runs'
import { isDeletable, isLive, isTerminal } from '@/lib/derive/run-status'

describe('run status', () => {
  it.each([
    ['queued', false, true, false],
    ['pending', false, true, false],
    ['running', false, true, false],
    ['sharded', false, true, false],
    ['completed', true, false, true],
    ['failed', true, false, true],
    ['cancelled', true, false, true],
    ['paused', false, false, true],
    ['FAILED', false, false, true],
    ['', false, false, true],
  ])('%j: terminal %s, live %s, deletable %s', (status, terminal, live, deletable) => {
    expect([isTerminal(status), isLive(status), isDeletable(status)]).toEqual([terminal, live, deletable])
  })

  it('every status we know is either live or terminal', () => {
    for (const status of RUN_STATUSES) expect(isLive(status)).toBe(!isTerminal(status))
  })
})
