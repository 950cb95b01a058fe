import { describe, expect, it } from 'vitest'
import { clusterStateFormat, isLiveMember, orphaned, poisoned, requeued } from '@/lib/derive/cluster'
import { at } from '../../support/clock'
import { aRun } from '../../support/records'

const NOW = at('2026-11-30T10:00:02.5Z')

describe('cluster', () => {
  it.each([
    [[], 1],
    [[1, 1], 1],
    [[1, 0], 0],
    [[3, 2], 2],
  ])('the members %j can all read format %i', (formats, expected) => {
    expect(clusterStateFormat(formats.map((state_format) => ({ state_format })))).toBe(expected)
  })

  it('a member lives while its last beat is at most the window old', () => {
    const beat = (last_heartbeat: string) => isLiveMember({ last_heartbeat: at(last_heartbeat) }, NOW, 1000)
    expect(beat('2026-11-30T10:00:01.5Z')).toBe(true)
    expect(beat('2026-11-30T10:00:01.499999999Z')).toBe(false)
    expect(beat('2026-11-30T11:00:00Z')).toBe(true)
  })

  it.each<[string, string | null, number | null, number | null | undefined]>([
    ['from its start', '2026-11-30T10:00:00Z', null, 2.5],
    ['not when it never started', null, null, undefined],
    ['not when it starts after its end', '2026-11-30T10:00:03Z', null, undefined],
    ['not when it is known', '2026-11-30T10:00:00Z', 7, undefined],
  ])('fills elapsed seconds of a lost run %s', (_, started, elapsed_secs, filled) => {
    const run = Object.freeze(aRun({ started_at: started === null ? null : at(started), elapsed_secs }))
    expect(orphaned(run, NOW).elapsed_secs).toBe(filled)
    expect(poisoned(run, NOW).elapsed_secs).toBe(filled)
  })

  it('fails an orphan, requeues a lost run and gives up on a poisonous one in the engine’s words', () => {
    const run = Object.freeze(aRun({ attempt: 3 }))
    expect(orphaned(run, NOW)).toEqual({
      status: 'failed',
      finished_at: NOW,
      error: "owning serve instance's lease expired before the run finished",
    })
    expect(requeued(run)).toEqual({ status: 'pending', attempt: 4 })
    expect(poisoned(run, NOW)).toEqual({
      status: 'failed',
      attempt: 4,
      finished_at: NOW,
      error: "run reclaimed 4 times after its owning instance's lease expired; giving up (poison run)",
    })
  })
})
