import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { EXPORT_HEADER } from '@/lib/derive/run-export'
import type { Runtime } from '@/lib/runtime/runtime'
import { ask } from '../support/app-router'
import { at } from '../support/clock'
import { copyOfFile, type EngineStore, postgresTwin } from '../support/engine-stores'
import { aRun } from '../support/records'
import { startRuntime } from '../support/runtime'

vi.mock('@/lib/url/run-export', async (original) => ({
  ...(await original<typeof import('@/lib/url/run-export')>()),
  MOST_EXPORTED: 450,
}))

async function get(path: string, token = 'tok-root-admin'): Promise<Response> {
  const request = new Request(`http://127.0.0.1:3000${path}`, { headers: { authorization: `Bearer ${token}` } })
  const response = await ask(request)
  if (response === null) throw new Error(`no route for ${path}`)
  return response
}
const file = async (search: string, token?: string) => (await get(`/console/runs/export?${search}`, token)).text()
const linesOf = (text: string): { run_id?: string; truncated?: true }[] =>
  text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]))
const idsOf = (text: string) => linesOf(text).map(({ run_id }) => run_id)

/** The ids of every page of the list. */
async function listed(search: string, token?: string): Promise<string[]> {
  const ids: string[] = []
  for (let cursor = ''; ; ) {
    const page: { runs: { run_id: string }[]; next_cursor?: string } = await (
      await get(`/console/runs?limit=7&${search}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`, token)
    ).json()
    ids.push(...page.runs.map(({ run_id }) => run_id))
    if (page.next_cursor === undefined) return ids
    cursor = page.next_cursor
  }
}

describe.each([
  ['SQLite, 1.13.1', () => Promise.resolve(copyOfFile('engine-1.13.1', 'single.db'))],
  ['Postgres, 1.13.1', () => postgresTwin('engine-1.13.1', 'single.db')],
  ['SQLite, 1.1.0', () => Promise.resolve(copyOfFile('engine-1.1.0', 'single.db'))],
  ['SQLite, 1.17.0', () => Promise.resolve(copyOfFile('engine-1.17.0', 'upgraded.db'))],
])('an export of %s', (_, open) => {
  let store: EngineStore
  let runtime: Runtime
  beforeAll(async () => {
    store = await open()
    runtime = await startRuntime(store.history)
  })
  afterAll(async () => {
    await runtime.close()
    await store.remove()
  })

  it.each(['', 'status=failed', 'status=completed,cancelled&since=2020-01-01T00:00:00Z'])(
    'holds the runs of the list, in its order: %s',
    async (search) => {
      const ids = await listed(search)
      expect(idsOf(await file(`format=jsonl&${search}`))).toEqual(ids)
      const { runs, truncated } = JSON.parse(await file(`format=json&${search}`))
      expect(runs.map(({ run_id }: { run_id: string }) => run_id)).toEqual(ids)
      expect(truncated).toBe(false)
      const [header, ...lines] = (await file(`format=csv&${search}`)).split(/\r\n(?=[0-9a-f]{8}-|$)/)
      expect(header).toBe(EXPORT_HEADER.join(','))
      expect(lines.filter(Boolean).map((line) => line.slice(0, 36))).toEqual(ids)
    },
  )

  it('is the whole filter from whatever page it is asked', async () => {
    const ids = await listed('')
    expect(idsOf(await file(`format=jsonl&limit=25&cursor=${ids[3]}`))).toEqual(ids)
  })
})

describe('an export', () => {
  let runtime: Runtime
  beforeAll(async () => {
    runtime = await startRuntime('')
    const { runs, tenants } = runtime.deps
    await runs.upsert(
      aRun({
        run_id: 'r-formula',
        name: '=HYPERLINK("http://evil")',
        submitted_at: at('2026-11-30T10:00:00Z'),
        records_written: 18446744073709551615n,
        error: 'one,\ntwo',
        callback: {
          url: 'https://u:canary-pass@hooks.example/x',
          method: 'POST',
          headers: { 'x-key': 'canary-header' },
        },
        config_body: 'source:\n  password: canary-config\n  user: app\n',
      }),
    )
    await runs.upsert(aRun({ run_id: 'r-acme', tenant: 'acme', submitted_at: at('2026-11-30T09:00:00Z') }))
    await tenants.linkRun('r-acme', 'acme')
    for (let n = 0; n < 600; n++) {
      await runs.upsert(aRun({ name: 'many', submitted_at: at(`2026-10-01T00:00:00.${String(n).padStart(9, '0')}Z`) }))
    }
  })
  afterAll(() => runtime.close())

  it('is a file with a name of its own, never kept by anybody on the way', async () => {
    const answer = await get('/console/runs/export?format=csv&name=none')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present')
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="runs-\d{4}-\d\d-\d\dT\d{6}Z\.csv"$/,
    )
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(await answer.text()).toBe(`${EXPORT_HEADER.join(',')}\r\n`)
  })

  it('is well-formed with nothing in it', async () => {
    expect(await file('format=jsonl&name=none')).toBe('')
    expect(JSON.parse(await file('format=json&name=none'))).toEqual({ runs: [], truncated: false })
  })

  it('does no harm in a spreadsheet, and loses no digit', async () => {
    const text = await file('format=csv&since=2026-11-30T10:00:00Z')
    const [, line] = text.split(/\r\n/)
    expect(line).toBe(
      'r-formula,"\'=HYPERLINK(""http://evil"")",,completed,2026-11-30T10:00:00Z,,,,,18446744073709551615,"one,\ntwo",0,0,,,,,,,1,,,,,,,',
    )
    expect(await file('format=jsonl&since=2026-11-30T10:00:00Z')).toContain('"records_written":18446744073709551615')
  })

  it.each(['tok-root-admin', 'tok-ops-one', 'tok-viewer-one'])('tells %s no secret', async (token) => {
    for (const format of ['csv', 'jsonl', 'json']) {
      const text = await file(`format=${format}&since=2026-11-30T00:00:00Z`, token)
      expect(text).toContain('r-formula')
      expect(text).not.toContain('canary')
    }
  })

  it('gives the submitted text only to whom the run gives it', async () => {
    const configOf = async (token: string) =>
      JSON.parse(await file('format=jsonl&since=2026-11-30T10:00:00Z', token)).config_body
    expect(await configOf('tok-root-admin')).toBe('source:\n  password: ***\n  user: app\n')
    expect(await configOf('tok-ops-one')).toBeUndefined()
  })

  it('holds for somebody confined what is their tenant’s', async () => {
    expect(idsOf(await file('format=jsonl', 'tok-tenant-a-view'))).toEqual(['r-acme'])
    const other = await get('/console/runs/export?format=jsonl&tenant=globex', 'tok-tenant-a-view')
    expect(other.status).toBe(404)
  })

  it('says so where it holds not everything', async () => {
    const lines = linesOf(await file('format=jsonl&name=many'))
    expect(lines).toHaveLength(451)
    expect(lines.at(-1)).toEqual({ truncated: true })
    const csv = (await file('format=csv&name=many')).trimEnd().split('\r\n')
    expect(csv).toHaveLength(452)
    expect(csv.at(-1)).toBe(`${','.repeat(EXPORT_HEADER.length - 1)}cut off after 450 runs: older ones are not here`)
    expect(JSON.parse(await file('format=json&name=many')).truncated).toBe(true)
  })

  it.each([
    ['format=xlsx', "unknown export format 'xlsx'; use csv, jsonl, json"],
    ['', "unknown export format 'null'; use csv, jsonl, json"],
    ['format=csv&status=finished', 'this filter cannot be used: status=finished'],
    ['format=csv&since=yesterday', 'this filter cannot be used: since=yesterday'],
  ])('refuses what it cannot use, before anything is sent: %s', async (search, message) => {
    const answer = await get(`/console/runs/export?${search}`)
    expect(answer.status).toBe(400)
    expect((await answer.json()).error).toMatchObject({ code: 'bad_config', message })
  })

  it('is for those who may read runs', async () => {
    expect((await get('/console/runs/export?format=csv', 'tok-nobody')).status).toBe(401)
  })

  it('breaks off when the store goes away, and does not begin without it', async () => {
    const { health } = runtime.deps
    const answer = await get('/console/runs/export?format=jsonl&name=many')
    const reader = answer.body?.getReader()
    await reader?.read()
    await reader?.read()
    const degraded = vi.spyOn(health, 'degraded').mockReturnValue(true)
    await expect(reader?.read()).rejects.toThrow('the store cannot be reached')
    expect((await get('/console/runs/export?format=jsonl')).status).toBe(503)
    degraded.mockRestore()
  })
})
