import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ViewsPanel } from '@/components/runs/views-panel'
import { EVERY_RUN } from '@/lib/url/runs'
import { USUAL_LOOK } from '@/lib/url/runs-look'
import { json, show } from './screen'

const actions = vi.hoisted(() => ({
  keepView: vi.fn(async ({ name }: { name: string }) => ({ ok: true, value: { name } })),
  renameView: vi.fn(async ({ to }: { to: string }) => ({ ok: true, value: { name: to } })),
  removeView: vi.fn(async ({ name }: { name: string }) => ({ ok: true, value: { name } })),
  preferView: vi.fn(async () => ({ ok: false, code: 'unavailable', message: 'the store is away', request_id: 'r' })),
}))
vi.mock('@/lib/actions/views', () => actions)
beforeEach(() => vi.clearAllMocks())

const OWN = { name: 'nightly', search: 'status=failed&q=nightly', look: 'run.status~compact', is_default: true }
const filter = { ...EVERY_RUN, status: ['failed'], trail: ['c1'] }
const panel = (gone = () => {}) =>
  show(<ViewsPanel filter={filter} look={USUAL_LOOK} onGone={gone} />, { server: () => json({ views: [OWN] }) })

describe('the views of the list', () => {
  it('are links with their columns, those of everybody and those that somebody keeps', async () => {
    const gone = vi.fn()
    panel(gone)
    const own = await screen.findByRole('link', { name: 'nightly' })
    expect(own.getAttribute('href')).toBe('/runs?status=failed&q=nightly&cols=run.status~compact')
    expect(screen.getByText('default')).toBeTruthy()
    fireEvent.click(screen.getByRole('link', { name: 'Failed in the last 24 hours' }))
    expect(window.location.search).toBe('?status=failed&since=24h')
    expect(gone).toHaveBeenCalledOnce()
  })

  it('keep what is asked now, from its first page, and say what they replace', async () => {
    panel()
    await screen.findByRole('link', { name: 'nightly' })
    const name = screen.getByRole('textbox', { name: /Keep what is asked now/ })
    fireEvent.change(name, { target: { value: 'nightly' } })
    expect(screen.getByRole('button', { name: 'Replace' })).toBeTruthy()
    fireEvent.change(name, { target: { value: ' failures ' } })
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(actions.keepView).toHaveBeenCalledOnce())
    expect(actions.keepView.mock.calls[0]?.[0]).toMatchObject({
      page: 'runs',
      name: 'failures',
      search: 'status=failed',
    })
    await waitFor(() => expect(name).toHaveProperty('value', ''))
  })

  it('are renamed in their place, and deleted only after a question', async () => {
    panel()
    fireEvent.click(await screen.findByRole('button', { name: 'Rename nightly' }))
    fireEvent.change(screen.getByRole('textbox', { name: 'New name of nightly' }), { target: { value: 'weekly' } })
    fireEvent.click(screen.getByRole('button', { name: 'Rename' }))
    await waitFor(() => expect(actions.renameView).toHaveBeenCalledOnce())
    expect(actions.renameView.mock.calls[0]?.[0]).toEqual({ page: 'runs', name: 'nightly', to: 'weekly' })

    fireEvent.click(await screen.findByRole('button', { name: 'Delete nightly' }))
    expect(actions.removeView).not.toHaveBeenCalled()
    fireEvent.click(screen.getByRole('button', { name: 'Keep' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Delete nightly' }))
    fireEvent.click(
      within(screen.getByText('Delete nightly?').closest('li') ?? document.body).getByRole('button', {
        name: 'Delete',
      }),
    )
    await waitFor(() => expect(actions.removeView).toHaveBeenCalledOnce())
  })

  it('say what was refused', async () => {
    panel()
    fireEvent.click(await screen.findByRole('button', { name: 'Open Runs without nightly' }))
    expect((await screen.findByRole('alert')).textContent).toBe('the store is away')
    expect(actions.preferView.mock.calls[0]).toEqual([{ page: 'runs', name: null }])
  })
})
