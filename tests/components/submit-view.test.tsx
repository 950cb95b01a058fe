import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { SubmitView } from '@/components/submit/submit-view'
import { json, refused, show } from './screen'

const NOBODY = { engine: null, no_engine: 'none', members: [], store_is_closed: null, needs_approval: false }
const RUN = {
  ...{ run_id: 'r1', name: 'nightly', status: 'failed', submitted_at: '2026-11-30T10:00:00Z' },
  ...{ submitted_by: null, template: null },
  options: { name: 'nightly', callback_url: 'https://h/x', callback_headers: [{ name: 'X-Key', value: '' }] },
  text: { state: 'shown', format: 'yaml', body: 'version: 1\npassword: "***"\nt: ${env:T}\n', redacted: true },
}
const server =
  (run: object = RUN) =>
  (url: URL): Response => {
    if (url.pathname === '/console/submit') return json(NOBODY)
    if (url.pathname === '/console/submit/from/r1') return json(run)
    if (url.pathname === '/v1/tenants') return json([])
    return refused('not_found', 'not found', 404)
  }
const page = (at: string, run?: object) =>
  show(
    <SubmitView
      viewer={{ name: 'ada', role: 'admin', tenant: null }}
      idempotencyKey="fresh"
      submitForm={async (state) => state}
    />,
    { at, server: server(run) },
  )
const config = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Config' })

// An ordinary field: the editor has no layout here.
beforeEach(() => {
  localStorage.clear()
  localStorage.setItem('faucet-console:plain-config', '1')
})

describe('a submit page that starts from a run', () => {
  it('opens its config and says what has to be given again and what is taken by reference', async () => {
    page('/submit?from=r1')
    await waitFor(() => expect(config().value).toBe(RUN.text.body))
    const start = screen.getByRole('region', { name: 'The run this starts from' })
    expect(start.textContent).toContain('From run nightly, failed')
    expect(start.textContent).toContain('${env:T}')
    expect(await screen.findByRole('button', { name: 'line 2' })).toBeTruthy()
    expect(screen.getByRole('button', { name: /callback header X-Key/ })).toBeTruthy()
    fireEvent.change(config(), { target: { value: 'version: 1\npassword: x\n' } })
    await waitFor(() => expect(screen.queryByRole('button', { name: 'line 2' })).toBeNull())
    expect(start.textContent).toContain('The config was changed')
  })

  it.each([
    ['withheld', 'shown to admins only'],
    ['not_kept', 'was not kept'],
  ])('says why its config is %s', async (state, words) => {
    page('/submit?from=r1', { ...RUN, text: { state } })
    expect(await screen.findByText(new RegExp(words))).toBeTruthy()
    expect(config().value).toBe('')
  })

  it('says so where there is no such run, with a way on', async () => {
    page('/submit?from=gone')
    expect(await screen.findByText('There is no such run to start from')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Start from nothing' }).getAttribute('href')).toBe('/submit')
  })
})

describe('a draft of the submit page', () => {
  it('is there at the next visit without its secrets, and can be thrown away', async () => {
    const first = page('/submit')
    fireEvent.change(config(), { target: { value: 'name: a\ntoken: hunter2\n' } })
    await waitFor(() => expect(localStorage.getItem('faucet-console:submit-drafts:ada')).toContain('name: a'))
    expect(localStorage.getItem('faucet-console:submit-drafts:ada')).not.toContain('hunter2')
    first.unmount()
    page('/submit')
    await waitFor(() => expect(config().value).toBe('name: a\ntoken: ***\n'))
    fireEvent.click(screen.getByRole('button', { name: 'Start over' }))
    expect(config().value).toBe('')
    expect(localStorage.getItem('faucet-console:submit-drafts:ada')).toBeNull()
  })

  it('is another for each run that somebody starts from', async () => {
    const first = page('/submit')
    fireEvent.change(config(), { target: { value: 'name: blank\n' } })
    await waitFor(() => expect(localStorage.getItem('faucet-console:submit-drafts:ada')).toContain('blank'))
    first.unmount()
    page('/submit?from=r1')
    await waitFor(() => expect(config().value).toBe(RUN.text.body))
  })

  it('is asked about before somebody leaves what it does not hold', async () => {
    page('/submit?from=r1')
    await waitFor(() => expect(config().value).toBe(RUN.text.body))
    fireEvent.change(config(), { target: { value: 'password: hunter2\n' } })
    fireEvent.click(screen.getByRole('link', { name: 'nightly' }))
    expect(await screen.findByRole('dialog', { name: 'Leave this page?' })).toBeTruthy()
    expect(screen.getByText(/never a secret/)).toBeTruthy()
  })
})
