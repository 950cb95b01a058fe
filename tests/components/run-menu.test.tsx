import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { RollBackDialog } from '@/components/runs/detail/roll-back-dialog'
import { runMenuGroups } from '@/components/runs/detail/run-menu-items'
import type { Principal } from '@/lib/auth/principal'
import { runHeadQuery } from '@/lib/client/run-parts'
import type { RunRecord } from '@/lib/contract/records/runs'
import { invocationRow } from '@/lib/derive/invocation-rows'
import { anInvocation } from '../support/invocations'
import { aRun } from '../support/records'
import { json, show } from './screen'
import { headOf } from './served-run'

const rollBackRun = vi.hoisted(() => vi.fn())
vi.mock('@/lib/actions/roll-back', () => ({ rollBackRun }))
vi.mock('@/lib/actions/submit', () => ({}))

const ENDED: Partial<RunRecord> = {
  run_id: 'r',
  name: 'nightly',
  status: 'completed',
  invocations: [
    anInvocation({ row_id: 'north', run_id: 'i-north' }),
    anInvocation({ row_id: 'south', run_id: 'i-south' }),
  ],
}
const headFor = (run: Partial<RunRecord>, facts: object = {}) =>
  runHeadQuery('r').read(JSON.stringify(headOf(aRun(run), facts)))

describe('the menu of a run', () => {
  const items = (viewer: Partial<Principal>, run = ENDED, facts: object = { engine: null }) =>
    runMenuGroups({
      runId: 'r',
      head: headFor(run, facts),
      viewer: { name: 'p', role: 'viewer', tenant: null, ...viewer },
      before: [],
      onCopy() {},
      onCopyConfig() {},
      onAsk() {},
    }).flat()
  const whyOff = (label: string, ...of: Parameters<typeof items>) =>
    items(...of).find((item) => item.label === label)?.whyOff
  const labels = (...of: Parameters<typeof items>) => items(...of).map(({ label }) => label)

  it('holds only what the role may ever do', () => {
    for (const forbidden of ['Copy config', 'Edit and run again', 'Roll back…', 'Delete run…'])
      expect(labels({})).not.toContain(forbidden)
    expect(labels({ role: 'operator' })).toContain('Delete run…')
    expect(labels({ role: 'operator' })).not.toContain('Roll back…')
    expect(labels({ role: 'admin' })).toEqual(expect.arrayContaining(['Copy config', 'Roll back…', 'Delete run…']))
    expect(labels({ role: 'admin', tenant: 'acme' })).not.toContain('Roll back…')
    expect(labels({ role: 'admin', tenant: 'acme' })).not.toContain('Edit and run again')
  })

  it('says why something cannot be done just now', () => {
    const admin = { role: 'admin' } as const
    expect(whyOff('Roll back…', admin)).toBeNull()
    expect(whyOff('Roll back…', admin, ENDED, { engine: 'no engine is configured' })).toBe('no engine is configured')
    expect(whyOff('Roll back…', admin, { ...ENDED, status: 'running' })).toBe('when it has ended')
    expect(whyOff('Roll back…', admin, { ...ENDED, invocations: [] })).toMatch(/nothing to undo/)
    expect(whyOff('Delete run…', admin, { ...ENDED, status: 'sharded' })).toBe('when it has ended')
    expect(whyOff('Edit and run again', admin)).toBe('its config was not kept')
    expect(whyOff('Dead letters', admin)).toBe('it sent no rows away')
  })
})

describe('a roll back', () => {
  beforeEach(() => rollBackRun.mockReset())
  const answer = (status: number, body: object) => ({
    status,
    text: JSON.stringify(body),
    retry_after: null,
    request_id: 'request-1',
  })
  const outcome = {
    row: 'north',
    sink_kind: 'jsonl',
    mode: 'append',
    deleted: 3,
    restored: 0,
    conflicts: 0,
    blocked: false,
  }
  const sent = () => rollBackRun.mock.calls.map(([text]) => JSON.parse(text))
  const open = async () => {
    const head = headFor(ENDED)
    if (!head.run.ok) throw new Error('it can be read')
    show(<RollBackDialog run={head.run.record} onClose={() => {}} />, {
      server: () =>
        json({ total: 2, is_whole: true, rows: aRun(ENDED).invocations.map((one, n) => invocationRow(one, n)) }),
    })
    await screen.findByRole('option', { name: /north/ })
  }
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

  it('is only tried at first, and done for real once the name was typed', async () => {
    rollBackRun.mockResolvedValueOnce(answer(200, { ...outcome, dry_run: true }))
    await open()
    expect(screen.queryByRole('button', { name: 'Roll back for real' })).toBeNull()
    press('Try it')
    expect(await screen.findByText(/Safe: 3 rows would be undone/)).toBeTruthy()
    expect(sent()).toEqual([{ run_id: 'r', invocation_id: 'i-north', dry_run: true, force: false }])
    press('Roll back for real')
    expect(rollBackRun).toHaveBeenCalledTimes(1)
    fireEvent.change(screen.getByLabelText(/type the name of the run/), { target: { value: 'nightly' } })
    rollBackRun.mockResolvedValueOnce(answer(200, { ...outcome, dry_run: false, applied: true }))
    press('Roll back for real')
    expect(await screen.findByText('Rolled back: 3 rows undone.')).toBeTruthy()
    expect(sent()[1]).toEqual({ run_id: 'r', invocation_id: 'i-north', dry_run: false, force: false })
    expect(screen.queryByRole('button', { name: 'Roll back for real' })).toBeNull()
  })

  it('has to be tried anew for another invocation, or by force', async () => {
    rollBackRun.mockResolvedValue(answer(200, { ...outcome, dry_run: true }))
    await open()
    press('Try it')
    await screen.findByRole('button', { name: 'Roll back for real' })
    fireEvent.click(screen.getByRole('checkbox', { name: 'Force' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Roll back for real' })).toBeNull())
    fireEvent.click(screen.getByRole('checkbox', { name: 'Force' }))
    expect(screen.getByRole('button', { name: 'Roll back for real' })).toBeTruthy()
    fireEvent.change(screen.getByLabelText('Invocation'), { target: { value: 'i-south' } })
    expect(screen.queryByRole('button', { name: 'Roll back for real' })).toBeNull()
  })

  it('asks for the config only after the engine did, and shows a refusal in its place', async () => {
    const refusal = { error: { code: 'unprocessable', message: 'the run has no stored config and none was given' } }
    rollBackRun.mockResolvedValueOnce(answer(422, refusal))
    await open()
    expect(screen.queryByLabelText('Config of the run')).toBeNull()
    press('Try it')
    expect((await screen.findByRole('alert')).textContent).toContain('none was given')
    fireEvent.change(screen.getByLabelText('Config of the run'), { target: { value: 'version: 1' } })
    rollBackRun.mockResolvedValueOnce(answer(200, { ...outcome, dry_run: true, blocked: true, conflicts: 2 }))
    press('Try it')
    expect(await screen.findByText(/Blocked\. 2 keys were changed by a later run/)).toBeTruthy()
    expect(sent()[1]).toMatchObject({ config: 'version: 1', config_format: 'yaml' })
    expect(within(screen.getByRole('dialog')).queryByRole('button', { name: 'Roll back for real' })).toBeNull()
  })
})
