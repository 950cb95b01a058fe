import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { SubmitView } from '@/components/submit/submit-view'
import { json, refused, show } from './screen'

const CSV = {
  type: 'object',
  required: ['path'],
  properties: {
    path: { type: 'string', description: 'What is read' },
    batch: { type: 'integer', minimum: 1, default: 100 },
    header: { type: 'boolean', default: true },
    password: { type: ['string', 'null'] },
    mode: { enum: ['a', 'b'] },
  },
}
const LIST = {
  sources: [
    { name: 'csv', description: 'Files of lines. More.' },
    { name: 'rest', description: null },
  ],
  sinks: [{ name: 'jsonl' }],
  transforms: [{ name: 'cast' }],
  state: ['file'],
  blocks: [{ name: 'dlq', description: 'Dead letters', placement: 'pipeline' }],
}
const CONFIG = 'version: 1 # kept\npipeline:\n  source: { type: csv, config: { path: a.csv, batch: 5, odd: x } }\n'
const start = (hasEngine: boolean, config: string) => ({
  ...{ run_id: 'r1', name: 'n', status: 'completed', submitted_at: '2026-11-30T10:00:00Z' },
  ...{ submitted_by: null, template: null, options: {}, hasEngine },
  text: { state: 'shown', format: 'yaml', body: config, redacted: false },
})
const engine = { answers: true, knows_you: true, reason: null }
const open = (step: string, { hasEngine = true, config = CONFIG } = {}) =>
  show(
    <SubmitView
      viewer={{ name: 'ada', role: 'admin', tenant: null }}
      idempotencyKey="fresh"
      submitForm={async (state) => state}
    />,
    {
      at: `/submit?from=r1&step=${step}`,
      server(url) {
        if (url.pathname === '/console/submit') {
          return json({
            ...{ engine: hasEngine ? engine : null, no_engine: hasEngine ? null : 'none is configured' },
            ...{ members: [], store_is_closed: null, needs_approval: false },
          })
        }
        if (url.pathname === '/console/submit/from/r1') return json(start(hasEngine, config))
        if (url.pathname === '/v1/tenants') return json([])
        if (url.pathname === '/v1/schemas') return json(LIST)
        if (url.pathname === '/v1/schemas/source/csv') return json(CSV)
        return refused('not_found', 'not found', 404)
      },
    },
  )
const text = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Config' }).value
const type = (label: string | RegExp, value: string) => {
  const field = screen.getByLabelText(label)
  fireEvent.change(field, { target: { value } })
  fireEvent.blur(field)
}

/** The part of the page comes when it is asked for, and its schema after that. */
const found = (label: string) => screen.findByLabelText<HTMLInputElement>(label, {}, { timeout: 10_000 })

beforeAll(() => import('@/components/submit/guided/guided-step'))
beforeEach(() => {
  localStorage.clear()
  localStorage.setItem('faucet-console:plain-config', '1')
})

describe('a guided form with an engine', () => {
  it('is made of the schema and filled from the text', async () => {
    open('source')
    expect((await found('path (needed)')).value).toBe('a.csv')
    expect(screen.getByLabelText<HTMLInputElement>('batch').value).toBe('5')
    expect(screen.getByLabelText<HTMLInputElement>('header').checked).toBe(true)
    expect(screen.getByLabelText<HTMLInputElement>('password').type).toBe('password')
    expect(screen.getByText(/Only in the text, and not in the schema: odd/)).toBeTruthy()
    expect(screen.getByText('Files of lines.')).toBeTruthy()
  })

  it('writes in the text, and leaves the rest of it alone', async () => {
    open('source')
    await found('path (needed)')
    type('path (needed)', 'b.csv')
    await waitFor(() => expect(text()).toBe(CONFIG.replace('a.csv', 'b.csv')))
    type('batch', '7')
    await waitFor(() => expect(text()).toContain('batch: 7'))
    fireEvent.click(screen.getByLabelText('header'))
    expect(text()).toContain('header: false')
    fireEvent.click(screen.getByLabelText('header'))
    expect(text()).not.toContain('header')
    fireEvent.change(screen.getByLabelText('mode'), { target: { value: '"b"' } })
    expect(text()).toContain('mode: b')
    fireEvent.click(screen.getByRole('button', { name: 'Name password by reference' }))
    expect(text()).toContain('env:PASSWORD')
    expect(text()).toContain('version: 1 # kept')
  })

  it('follows what is typed in the text', async () => {
    open('source')
    await found('path (needed)')
    const field = screen.getByRole('textbox', { name: 'Config' })
    fireEvent.change(field, { target: { value: CONFIG.replace('a.csv', 'typed.csv') } })
    expect(screen.getByLabelText<HTMLInputElement>('path (needed)').value).toBe('typed.csv')
    fireEvent.change(field, { target: { value: 'a: [' } })
    expect(screen.getByText('The form waits for the text')).toBeTruthy()
  })

  it('says what is wrong with a field, and leads there', async () => {
    open('source')
    await found('path (needed)')
    type('batch', '0')
    expect((await screen.findByRole('alert')).textContent).toBe('This is to be at least 1')
    expect(screen.getByLabelText('batch').getAttribute('aria-invalid')).toBe('true')
    fireEvent.click(screen.getByRole('button', { name: /batch.*at least 1/ }))
    expect(document.activeElement).toBe(screen.getByLabelText('batch'))
    type('batch', 'many')
    expect((await screen.findByRole('alert')).textContent).toBe('This is to be a whole number')
  })

  it('adds, moves, doubles and removes transforms', async () => {
    open('transforms', {
      config: 'version: 1\npipeline:\n  transforms:\n    - { type: cast }\n    - { type: select }\n',
    })
    await screen.findByRole('group', { name: 'Transform 2: select' })
    fireEvent.click(screen.getByRole('button', { name: 'Move transform 2 up' }))
    await waitFor(() => expect(text()).toMatch(/select[\s\S]*cast/))
    fireEvent.click(screen.getByRole('button', { name: 'Duplicate transform 1' }))
    await waitFor(() => expect(text().match(/select/g)).toHaveLength(2))
    fireEvent.click(screen.getByRole('button', { name: 'Remove transform 3' }))
    await waitFor(() => expect(text()).not.toContain('cast'))
    fireEvent.click(screen.getByRole('button', { name: 'Add a transform' }))
    await waitFor(() => expect(text()).toContain('cast'))
  })

  it('begins a config from nothing', async () => {
    open('sink', { config: '' })
    const kind = await screen.findByRole('option', { name: 'jsonl' })
    fireEvent.change(kind.closest('select') as HTMLSelectElement, { target: { value: 'jsonl' } })
    await waitFor(() => expect(text()).toBe('version: 1\npipeline:\n  sink:\n    type: jsonl\n'))
  })

  it('has a block for what the engine knows and for what the text has', async () => {
    open('blocks', { config: 'version: 1\nhooks: { on: 1 }\n' })
    const blocks = await screen.findByRole('region', { name: 'Reliability' })
    fireEvent.click(within(blocks).getByRole('button', { name: 'Add dlq', hidden: true }))
    await waitFor(() => expect(text()).toContain('dlq'))
    expect(screen.getByRole('heading', { name: 'hooks' })).toBeTruthy()
  })
})

describe('a guided form without an engine', () => {
  it('is made of the text, and says that nobody checks it', async () => {
    open('source', { hasEngine: false })
    expect(await screen.findByText(/nobody checks them/)).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('Kind of source').value).toBe('csv')
    type('path', 'c.csv')
    await waitFor(() => expect(text()).toContain('path: c.csv'))
    type('Name of a new field', 'limit')
    fireEvent.change(screen.getByLabelText('Kind of the new field'), { target: { value: 'number' } })
    fireEvent.click(screen.getByRole('button', { name: 'Add field' }))
    await waitFor(() => expect(text()).toContain('limit: 0'))
  })

  it('leaves a pipeline of nodes to the editor', async () => {
    open('source', { hasEngine: false, config: 'version: 1\npipeline: { nodes: {} }\n' })
    expect(await screen.findByText(/is made of nodes/)).toBeTruthy()
  })
})
