import { expect, it } from 'vitest'
import { RunRecord } from '@/lib/contract/records/runs'
import { stored } from '@/lib/contract/stored'
import { type ObservedTrigger, observeTrigger } from '@/lib/derive/observed-triggers'
import { aRun } from '../../support/records'

const row = (run_id: string, status: 'failed' | 'completed', labels: Record<string, string>) =>
  stored(RunRecord, { run_id }, JSON.stringify(aRun({ run_id, status, labels })))

it('triggers are told by the runs that they started, newest first', () => {
  const triggers = new Map<string, ObservedTrigger>()
  const hook = { 'faucet.trigger.name': 'hook', 'faucet.trigger.type': 'webhook' }
  observeTrigger(triggers, row('c', 'failed', hook))
  observeTrigger(triggers, row('b', 'completed', { 'faucet.trigger.name': 'tick' }))
  observeTrigger(triggers, row('a', 'failed', hook))
  observeTrigger(triggers, row('0', 'completed', { team: 'sales' }))
  observeTrigger(triggers, stored(RunRecord, { run_id: 'x' }, 'no JSON'))
  expect([...triggers.values()]).toMatchObject([
    { name: 'hook', type: 'webhook', last_run_id: 'c', last_status: 'failed', runs: 2, failed: 2 },
    { name: 'tick', type: null, last_run_id: 'b', last_status: 'completed', runs: 1, failed: 0 },
  ])
})
