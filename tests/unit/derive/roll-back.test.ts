import { describe, expect, it } from 'vitest'
import { asksForConfig, rollBackVerdict } from '@/lib/derive/roll-back'

describe('what a roll back comes to', () => {
  it('is safe where no later run touched anything', () => {
    expect(rollBackVerdict({ dry_run: true, deleted: 2, restored: 1, conflicts: 0 }, false)).toEqual({
      tone: 'good',
      words: 'Safe: 3 rows would be undone, and no later run touched them.',
      canApply: true,
    })
  })

  it('names the keys of later runs, and what force would do to them', () => {
    const outcome = { dry_run: true, deleted: 2, conflicts: 1 }
    expect(rollBackVerdict(outcome, false).words).toBe('1 key was changed by a later run, and would be left as it is.')
    expect(rollBackVerdict(outcome, true)).toMatchObject({ tone: 'warn', canApply: true })
  })

  it('cannot be done where the engine blocks it, whatever else it says', () => {
    expect(rollBackVerdict({ dry_run: true, deleted: 9, blocked: true, conflicts: 4 }, false)).toEqual({
      tone: 'bad',
      words: 'Blocked. 4 keys were changed by a later run. Nothing was changed.',
      canApply: false,
    })
    expect(rollBackVerdict({ dry_run: true, blocked: 'no history' }, true).words).toContain('Blocked: no history.')
  })

  it('cannot be done a second time', () => {
    expect(rollBackVerdict({ dry_run: false, deleted: 1n }, false)).toEqual({
      tone: 'good',
      words: 'Rolled back: 1 row undone.',
      canApply: false,
    })
  })

  it('asks for a config only where the engine did', () => {
    expect(asksForConfig(422, 'the config of this run is neither stored nor given')).toBe(true)
    expect(asksForConfig(422, 'no invocation recorded')).toBe(false)
    expect(asksForConfig(409, 'the config is in use')).toBe(false)
  })
})
