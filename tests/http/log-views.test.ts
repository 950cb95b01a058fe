import Database from 'better-sqlite3'
import { afterEach, describe, expect, it } from 'vitest'
import type { Runtime } from '@/lib/runtime/runtime'
import { ask } from '../support/app-router'
import { copyOfFile, type EngineStore, postgresTwin } from '../support/engine-stores'
import { startRuntime } from '../support/runtime'

const LONG = '01a22872-32bf-7744-8c60-7f1965e2e23f'
const CUT = '01a2276a-8344-7531-aa71-1173a7920990'
const ENGINE = 'engine-1.13.1'

let runtime: Runtime | undefined
let store: EngineStore | undefined
afterEach(async () => {
  await runtime?.close()
  await store?.remove()
})
async function start(opened: EngineStore): Promise<void> {
  store = opened
  runtime = await startRuntime(opened.history)
}

async function get(path: string, token = 'tok-viewer-one'): Promise<Response> {
  const request = new Request(`http://127.0.0.1${path}`, { headers: { authorization: `Bearer ${token}` } })
  const answer = await ask(request)
  if (answer === null) throw new Error(`${path} has no route`)
  return answer
}
const body = async (path: string) => (await get(path)).json()
const at = (more: string, id = LONG) => `/console/runs/${id}/logs${more}`

for (const [name, open] of [
  ['SQLite', async () => copyOfFile(ENGINE, 'single.db')],
  ['Postgres', () => postgresTwin(ENGINE, 'single.db')],
] as const) {
  it(`shows, searches and sends the log that an engine wrote, on ${name}`, async () => {
    await start(await open())
    const map = await body(at('?at=end'))
    expect(map).toMatchObject({ kept: true, truncated: false, more: false, oldest_at: null })
    expect(map.stretches).toHaveLength(9)
    expect(map.stretches[0]).toEqual(['499', expect.stringMatching(/^2026-11-29T17:55:02/), 1, 498, 1, 0, 0, 0])
    expect(map.opened.index).toBe(8)
    expect(map.opened.lines.at(-1)).toMatchObject({ place: 202, seq: '4201' })

    const [warned, all] = await body(at('/lines?ranges=3999-4201,-1'))
    expect([warned.length, all.length]).toEqual([202, 2])
    const [errors] = await body(at('/lines?ranges=-499&level=ERROR'))
    expect(errors).toMatchObject([{ level: 'ERROR' }])
    expect((await body(at('?at=last-error'))).opened.index).toBe(0)

    expect(await body(at('/search?q=row-04000'))).toEqual({ hits: [['4002', 79, 88]], reached: null })
    const pattern = encodeURIComponent('row-0400[0-3]\\b')
    expect((await body(at(`/search?q=${pattern}&regex=true`))).hits).toHaveLength(4)

    const { lines } = await body(at('/tail?limit=2'))
    expect(lines.map((line: { seq: string }) => line.seq)).toEqual(['4200', '4201'])

    const file = await get(at('/file?format=text'))
    expect(file.headers.get('content-disposition')).toBe(`attachment; filename="run-${LONG}.log"`)
    const text = await file.text()
    expect(text.split('\n')).toHaveLength(4_203)
    // Page by page it is the text that the API gives at once.
    expect(text).toBe(await (await get(`/v1/runs/${LONG}/logs?format=text&limit=10000`)).text())
    const json = await (await get(at('/file?format=jsonl'))).text()
    expect(json).toBe(await (await get(`/v1/runs/${LONG}/logs?format=jsonl&limit=10000`)).text())
  })
}

describe('a log that was cut', () => {
  it('says so in the map and at the end of its file', async () => {
    await start(copyOfFile(ENGINE, 'single.db'))
    expect((await body(at('?at=start', CUT))).truncated).toBe(true)
    expect(await (await get(at('/file', CUT))).text()).toMatch(
      /\n… \(earlier lines truncated: per-run cap reached\)\n$/,
    )
    expect(await (await get(at('/file?format=jsonl', CUT))).text()).toMatch(/\n\{"truncated":true\}\n$/)
  })
})

it('keeps numbers beyond 2^53 to the digit', async () => {
  await start(copyOfFile('engine-1.17.0', 'upgraded.db'))
  const id = '01a22ca7-05b2-70b5-b70c-2c5bae4f17f3'
  const { stretches, opened } = await body(at('?at=start', id))
  expect(stretches).toMatchObject([['7356602258385883150', expect.any(String), 1, 1, 13, 0, 0, 0]])
  expect(opened.lines[0].seq).toBe('7356602258256273408')
  const [lines] = await body(at('/lines?ranges=7356602258256273408-7356602258385883150', id))
  expect(lines).toHaveLength(14)
})

it('is not available on a store that keeps no lines, and says so', async () => {
  await start(copyOfFile('engine-1.1.0', 'single.db'))
  const file = store?.history.slice('sqlite:'.length) ?? ''
  const db = new Database(file, { readonly: true })
  const row = db.prepare<[], { run_id: string }>('SELECT run_id FROM faucet_serve_runs LIMIT 1').get()
  db.close()
  const id = row?.run_id ?? ''
  expect(await body(at('?at=start', id))).toMatchObject({ kept: false, stretches: [], opened: null })
  expect(await body(at('/tail', id))).toEqual({ kept: false, lines: [] })
  expect(await body(at('/search?q=a', id))).toEqual({ hits: [], reached: null })
})

it('refuses what it cannot read, whoever may not see the run, and whoever is nobody', async () => {
  await start(copyOfFile(ENGINE, 'single.db'))
  for (const query of ['ranges=1', 'ranges=a-b', 'ranges=1-99999999999999999999', 'ranges=-1&level=LOUD'])
    expect((await get(at(`/lines?${query}`))).status, query).toBe(400)
  const answer = await get(at('/search?q=(&regex=true'))
  expect([answer.status, (await answer.json()).error.message]).toEqual([
    400,
    expect.stringContaining('the regular expression cannot be read'),
  ])
  for (const path of ['', '/lines?ranges=-1', '/search?q=a', '/tail', '/file']) {
    expect((await get(at(path), 'tok-tenant-a-boss')).status, path).toBe(404)
    expect((await get(at(path), 'wrong')).status, path).toBe(401)
  }
})
