import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { RunsView } from '@/components/runs/runs-view'
import { LOOK_COOKIE, readRunsLook } from '@/lib/url/runs-look'
import { at } from '../support/clock'
import { aRun } from '../support/records'
import { json, show } from './screen'

const run = {
  ...aRun({
    run_id: '01a22c90-eac7-7605-88cd-8373574deb99',
    name: 'orders daily',
    labels: { pipeline: 'orders', template: 'orders', template_version: '3', 'faucet.trigger.name': 'nightly' },
    submitted_at: at('2026-11-30T11:00:00Z'),
    started_at: at('2026-11-30T11:00:05Z'),
    finished_at: at('2026-11-30T11:00:15Z'),
    elapsed_secs: 10,
    records_written: 25_000,
    attempt: 2,
    pool: 'default',
  }),
  invocation_sums: {
    invocations: 3,
    failed: 1,
    connectors: ['csv → jsonl'],
    more_connectors: 2,
    covered: 2,
    bytes_read: 100,
    bytes_written: 4_812_800,
    costs: [{ currency: 'USD', total: 0.0009 }],
    dlq_batches: 4,
  },
}
const headers = () => screen.getAllByRole('columnheader').map((header) => header.textContent)
const cellOf = (header: string) => {
  const at = headers().indexOf(header)
  const [, row] = within(screen.getByRole('table', { name: 'Runs' })).getAllByRole('row')
  return within(row as HTMLElement).getAllByRole('cell')[at]?.textContent
}
const lookThat = (text: string) => readRunsLook(text)
const remembered = () => document.cookie.match(new RegExp(`${LOOK_COOKIE}=([^;]*)`))?.[1]

afterEach(() => {
  // biome-ignore lint/suspicious/noDocumentCookie: as the page sets it
  document.cookie = `${LOOK_COOKIE}=; path=/; max-age=0`
})

describe('the columns of the list', () => {
  it('are the usual ones for whoever chose none', async () => {
    show(<RunsView tenant={null} />, { server: () => json({ runs: [run] }) })
    await screen.findByText('orders daily')
    const usual = ['Status', 'Run', 'Pipeline', 'Rows written', 'Duration · usual', 'Error', 'Submitted', 'Age']
    expect(headers().slice(1)).toEqual(usual)
    expect(cellOf('Pipeline')).toBe('orders')
  })

  it('show what was chosen, in its order, each with what the run says of it', async () => {
    const look = lookThat(
      'run.id.template.origin.submitter.connectors.pool.rate.bytes.cost.invocations.dlq.attempt.started~compact',
    )
    const server = (url: URL) => {
      if (url.pathname !== '/console/runs/extras') return json({ runs: [run] })
      return json({ owners: {}, submitters: {} })
    }
    show(<RunsView tenant={null} look={look} />, { server })
    await waitFor(() => expect(headers()).toContain('Run id'))
    const cells = Object.fromEntries(headers().map((header) => [header, cellOf(header ?? '')]))
    expect(cells).toMatchObject({
      'Run id': '…73574deb99',
      Template: 'orders@3',
      'Started by': 'trigger nightly',
      'Submitted by': 'trigger:nightly',
      Connectors: 'csv → jsonl +2',
      Pool: '',
      'Rows/s': '2.5K',
      'Bytes written': '4.6 MiB',
      Cost: 'USD 0.0009',
      Invocations: '3 · 1 failed',
      'DLQ batches': '4',
      Attempt: '3',
      Started: '2026-11-30 11:00:05',
    })
  })

  it('ask who owns and who submitted the runs only where that is shown, and never for the confined', async () => {
    const server = (url: URL) => {
      if (url.pathname !== '/console/runs/extras') return json({ runs: [{ ...run, labels: {} }] })
      return json({ owners: { [run.run_id]: 'instance-7' }, submitters: { [run.run_id]: 'ci-bot' } })
    }
    const isExtras = ({ pathname }: URL) => pathname === '/console/runs/extras'
    const own = show(<RunsView tenant={null} look={lookThat('run.owner.submitter')} />, { server })
    await screen.findByText('ci-bot')
    expect(cellOf('Owner')).toBe('instance-7')
    expect(own.asked.filter(isExtras).map(({ searchParams }) => searchParams.get('run_ids'))).toEqual([run.run_id])
    own.unmount()

    const confined = show(<RunsView tenant="acme" look={lookThat('run.owner.submitter.rate')} />, { server })
    await waitFor(() => expect(headers().slice(1)).toEqual(['Run', 'Submitted by', 'Rows/s']))
    expect(cellOf('Submitted by')).toContain('only admins see the audit trail')
    expect(confined.asked.filter(isExtras)).toEqual([])
  })

  it('are chosen, moved and put back in a menu, and remembered where the server sees them', async () => {
    show(<RunsView tenant={null} />, { server: () => json({ runs: [run] }) })
    await screen.findByText('orders daily')
    fireEvent.click(screen.getByRole('button', { name: 'Columns' }))
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Rows/s' }, { timeout: 8_000 }))
    await waitFor(() => expect(headers()).toContain('Rows/s'))
    expect(remembered()).toBe('status.run.pipeline.tenant.rows.rate.duration.error.submitted.age')

    fireEvent.click(screen.getByRole('button', { name: 'Pipeline further left' }))
    fireEvent.click(screen.getByRole('checkbox', { name: 'Status' }))
    fireEvent.click(screen.getByRole('button', { name: 'Pipeline wider' }))
    fireEvent.click(screen.getByRole('radio', { name: 'Compact' }))
    expect(headers().slice(1, 4)).toEqual(['Pipeline', 'Run', 'Rows written'])
    expect(remembered()).toBe('pipeline-154.run.tenant.rows.rate.duration.error.submitted.age~compact')
    expect(screen.getByRole('checkbox', { name: 'Run' }).hasAttribute('disabled')).toBe(true)

    fireEvent.click(screen.getByRole('button', { name: 'Back to the usual columns' }))
    expect(headers()[1]).toBe('Status')
    expect(remembered()).toBe('status.run.pipeline.tenant.rows.duration.error.submitted.age')
  })

  it('are as an address says, until somebody chooses others', async () => {
    const { goTo } = show(<RunsView tenant={null} look={lookThat('run.age')} />, {
      at: '/runs?status=failed&cols=run.rows',
      server: () => json({ runs: [run] }),
    })
    await screen.findByText('orders daily')
    expect(headers().slice(1)).toEqual(['Run', 'Rows written'])
    fireEvent.click(screen.getByRole('button', { name: 'Columns' }))
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Age' }))
    expect(window.location.search).toBe('?status=failed')
    goTo('/runs?status=failed')
    expect(headers().slice(1)).toEqual(['Run', 'Rows written', 'Age'])
  })
})
