import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { CompareView } from '@/components/runs/compare/compare-view'
import type { RunRecord } from '@/lib/contract/records/runs'
import { invocationRow } from '@/lib/derive/invocation-rows'
import { anInvocation } from '../support/invocations'
import { aRun } from '../support/records'
import { json, refused, show } from './screen'
import { headOf } from './served-run'

const near = (run_id: string, status: string) => ({
  run_id,
  status,
  submitted_at: '2026-11-30T09:00:00Z',
  ms: 1,
  rows: 1,
  error: null,
})

/** A server that has these runs and no others. */
const having = (
  runs: Record<string, Partial<RunRecord>>,
  texts: Record<string, object> = {},
  before: object[] = [],
) => {
  return ({ pathname }: URL) => {
    const [, id = '', part = ''] = /^\/console\/runs\/([^/]+)(?:\/(.+))?$/.exec(pathname) ?? []
    const run = runs[id]
    if (run === undefined) return refused('not_found', 'not found', 404)
    const whole = { ...aRun({ run_id: id }), ...run }
    if (part === 'neighbours') return json({ before, after: [], reached: null })
    if (part === 'config') return json(texts[id] ?? { state: 'not_kept' })
    if (part === 'datasets') return json({ catalog: 'missing', datasets: [], left_out: 0 })
    if (part === 'invocations')
      return json({ total: whole.invocations.length, is_whole: true, rows: whole.invocations.map(invocationRow) })
    return json(headOf(whole))
  }
}
const row = (table: HTMLElement, name: string) => within(table).getByRole('row', { name: new RegExp(`^${name}`) })

describe('two runs side by side', () => {
  it('say what differs, in words beside the colour', async () => {
    show(<CompareView />, {
      at: '/runs/compare?a=x&b=y',
      server: having({
        x: { status: 'completed', records_written: 100, labels: { team: 'data' } },
        y: { status: 'failed', error: 'no such file', records_written: 50, labels: { team: 'ops' } },
      }),
    })
    const facts = await screen.findByRole('table', { name: 'Facts of both runs' })
    expect(row(facts, 'Status').textContent).toContain(', differs')
    expect(row(facts, 'Rows written').textContent).toContain('−50.0%')
    expect(row(facts, 'Attempt').textContent).not.toContain('differs')
    expect(row(screen.getByRole('table', { name: 'Labels of both runs' }), 'team').textContent).toContain('dataops')
    expect(screen.getByText('Nothing went wrong.')).toBeTruthy()
    expect(screen.getByRole('region', { name: 'Error' }).textContent).toContain('no such file')
    expect((await screen.findByText(/Neither run’s config was kept/)).textContent).toContain('cluster')
    expect(screen.getByRole('link', { name: 'Swap' }).getAttribute('href')).toBe('/runs/compare?a=y&b=x')
  })

  it('compare each invocation, and can leave out what is the same', async () => {
    const invocations = [anInvocation({ row_id: 'north' }), anInvocation({ row_id: 'south' })]
    show(<CompareView />, {
      at: '/runs/compare?a=x&b=y',
      server: having({
        x: { invocations },
        y: { invocations: [anInvocation({ row_id: 'north' }), anInvocation({ row_id: 'south', error: 'broken' })] },
      }),
    })
    const table = await screen.findByRole('table', { name: 'Invocations of both runs' })
    expect(within(table).getAllByRole('row')).toHaveLength(3)
    expect(screen.getByText('1 of 2 differ')).toBeTruthy()
    expect(within(table).getAllByRole('row')[1]?.textContent).toContain('succeeded →failed')
  })

  it('say in its own column that a run is not there, and tell nobody why', async () => {
    show(<CompareView />, { at: '/runs/compare?a=foreign&b=y', server: having({ y: { name: 'nightly' } }) })
    const before = await screen.findByRole('region', { name: 'Before' })
    expect((await within(before).findByText('No such run')).textContent).toBeTruthy()
    expect(within(before).getByText(/or it is not yours to see/)).toBeTruthy()
    expect(await screen.findByRole('link', { name: 'nightly' })).toBeTruthy()
    expect(screen.queryByRole('table')).toBeNull()
  })

  it('ask for nothing where no run is chosen, and offer the last good run of the one that is', async () => {
    const { asked } = show(<CompareView />, {
      at: '/runs/compare?b=y',
      server: having({ y: { name: 'nightly' } }, {}, [near('bad', 'failed'), near('good', 'completed')]),
    })
    expect(await screen.findByText('No run is chosen here.')).toBeTruthy()
    const link = await screen.findByRole('link', { name: 'Compare with the last good run before it' })
    expect(link.getAttribute('href')).toBe('/runs/compare?a=good&b=y')
    expect(asked.every(({ pathname }) => pathname.startsWith('/console/runs/y'))).toBe(true)
  })

  it('do not show configs to whoever may not see them', async () => {
    show(<CompareView />, {
      at: '/runs/compare?a=x&b=y',
      server: having({ x: {}, y: {} }, { x: { state: 'withheld' }, y: { state: 'withheld' } }),
    })
    expect(await screen.findByText('Not shown to your role')).toBeTruthy()
  })
})
