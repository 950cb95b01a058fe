import { expect, it } from 'vitest'
import { laidOver, runStart, submitterIn, templateOf } from '@/lib/derive/run-start'

it.each([
  [{}, { how: 'by hand', what: null }],
  [
    { template: 'orders', template_version: '3' },
    { how: 'template', what: 'orders@3' },
  ],
  [
    { template: 'orders', 'faucet.trigger.name': 'nightly' },
    { how: 'trigger', what: 'nightly' },
  ],
  [
    { change: 'c1', template: 'orders' },
    { how: 'change', what: 'c1' },
  ],
  [
    { backfill: 'h', backfill_unit: '2026-11-01', template: 'orders' },
    { how: 'backfill', what: '2026-11-01' },
  ],
  [
    { fanout: 'f1', template: 'orders' },
    { how: 'fan-out', what: 'f1' },
  ],
  [{ dlq_replay: 'true' }, { how: 'dead letters', what: null }],
])('tells from labels %j how a run began', (labels, start) => {
  expect(runStart({ labels })).toEqual(start)
})

it('tells a replay by the place it replays', () => {
  expect(runStart({ labels: { template: 't' }, replay_of: 'file:///dlq' })).toEqual({
    how: 'dead letters',
    what: 'file:///dlq',
  })
})

it('names a template, its version, and what was laid over it', () => {
  expect(templateOf({ template: 'a' })).toBe('a')
  expect(templateOf({ template_version: '1' })).toBeNull()
  expect(laidOver({ sink_template: 's', sink_template_version: '2', overlay: 'eu' })).toEqual([
    'sink s@2',
    'overlay eu',
  ])
})

it('takes the name of a trigger for a submitter where no other is kept', () => {
  expect(submitterIn({ labels: { 'faucet.trigger.name': 'n' }, submitted_by: 'ci' })).toBe('ci')
  expect(submitterIn({ labels: { 'faucet.trigger.name': 'n' } })).toBe('trigger:n')
  expect(submitterIn({ labels: {} })).toBeNull()
})
