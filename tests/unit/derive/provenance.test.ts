import { expect, it } from 'vitest'
import { addedOrder, originsOf } from '@/lib/derive/provenance'

it('tells template, trigger, change and backfill by the labels that engines stamp', () => {
  const labels = {
    team: 'data',
    template: 'crm',
    template_version: '3',
    sink_template: 'files',
    change: 'c-1',
    backfill: 'b',
    backfill_unit: '20260101T000000Z',
    allow_untested: 'true',
    'faucet.trigger.name': 'nightly',
    'faucet.trigger.type': 'schedule',
    'faucet.trigger.tick': '2026-11-30T00:00:00Z',
    'faucet.trigger.object_key': 'in/a.csv',
  }
  expect(originsOf({ labels }).map(({ name, value }) => `${name}: ${value}`)).toEqual([
    'Template: crm v3',
    'Sink template: files',
    'Change request: c-1',
    'Backfill: b',
    'Backfill unit: 20260101T000000Z',
    'Untested version: allowed for this run',
    'Trigger: nightly, schedule',
    'Tick: 2026-11-30T00:00:00Z',
    'Trigger object key: in/a.csv',
  ])
  expect(originsOf({ labels })[0]?.label).toEqual({ key: 'template', value: 'crm' })
})

it('links to a run only where one is named', () => {
  const id = '01a00000-0000-7000-8000-000000000001'
  expect(originsOf({ labels: {}, replay_of: id })).toEqual([{ name: 'Replays', value: id, runId: id }])
  expect(originsOf({ labels: {}, replay_of: '/out/dlq.jsonl' })).toEqual([{ name: 'Replays', value: '/out/dlq.jsonl' }])
  expect(originsOf({ labels: {} })).toEqual([])
})

it('reads an added order, and nothing out of what is none', () => {
  expect(addedOrder({ depends_on: { east: ['west', 3], north: 'x' } })).toEqual([
    { row: 'east', after: ['west'] },
    { row: 'north', after: [] },
  ])
  expect(addedOrder({})).toEqual([])
  expect(addedOrder({ depends_on: null })).toEqual([])
})
