import { chmodSync, copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { bodyText } from '@/lib/contract/body'
import { parseJson, writeJson } from '@/lib/contract/json'
import { changeRequestFor } from '@/lib/contract/records/changes'
import { templateRecordFor } from '@/lib/contract/records/templates'
import { recordOf } from '@/lib/contract/stored'
import { assembleTemplateState } from '@/lib/derive/template-state'
import { oldestEngineOn } from '@/lib/store/prisma/oldest-engine'
import { openPrismaHistory, type PrismaHistory } from '@/lib/store/prisma/prisma-history'
import { passedVersions } from '@/lib/store/prisma/template-tests'
import { createPrismaTemplates } from '@/lib/store/prisma/templates'
import { storeOptions } from '../support/backends'
import { testClock } from '../support/clock'
import { sharedData } from '../support/shared-data'
import { aDeprecation, aDraft } from '../support/templates'

const open: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of open.splice(0)) await close()
})

/** An empty store of ours, or a copy of one that an engine made. */
async function storeOf(...data: string[]): Promise<PrismaHistory> {
  const folder = mkdtempSync(path.join(tmpdir(), 'templates-'))
  const file = path.join(folder, 'history.db')
  if (data.length > 0) {
    copyFileSync(sharedData(...data), file)
    chmodSync(file, 0o600)
  }
  const history = await openPrismaHistory(
    { kind: 'sqlite', file, readonly: false },
    storeOptions(testClock(), 'instance-a', false),
  )
  open.push(async () => {
    await history.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return history
}

/** The `templates` of an engine's answer to GET /v1/templates: the state of each as it printed it. */
function statesOf(...capture: string[]): Map<string, string> {
  const line = readFileSync(sharedData(...capture), 'utf8')
    .split('\n')
    .find((each) => each.includes('"path":"/v1/templates","') || each.includes('"path": "/v1/templates",'))
  const answer = parseJson(String((parseJson(line ?? '{}') as { body_text?: string }).body_text)) as {
    templates: { id: string; state: { [name: string]: never } }[]
  }
  return new Map(answer.templates.map(({ id, state }) => [id, writeJson(state)]))
}

async function stateText({ templates }: PrismaHistory, id: string, passed?: ReadonlySet<number>): Promise<string> {
  const state = assembleTemplateState(
    await templates.versions(id),
    await templates.launches(id),
    await templates.tags(id),
    await templates.deprecation(id),
    await templates.versionDeprecations(id),
    passed === undefined ? {} : { passed },
  )
  return writeJson(state)
}

describe('taking the next number', () => {
  it('waits longer from round to round and gives up after the eighth', async () => {
    const { env } = await storeOf()
    // The database itself refuses every new row, as if somebody else were always first.
    for (const table of ['faucet_templates', 'faucet_template_launches']) {
      await env.db.$executeRawUnsafe(
        `CREATE TRIGGER first_${table} BEFORE INSERT ON ${table} BEGIN SELECT RAISE(IGNORE); END`,
      )
    }
    const slept: number[] = []
    const templates = createPrismaTemplates(env, { sleep: async (ms) => void slept.push(ms) })
    for (const call of [() => templates.register(aDraft()), () => templates.launch('orders', 1, null)]) {
      slept.length = 0
      await expect(call()).rejects.toMatchObject({ name: 'HistoryError', kind: 'backend', transience: 'transient' })
      expect(slept).toHaveLength(7)
      for (const [at, base] of [5, 10, 20, 40, 80, 160, 160].entries()) {
        expect(slept[at]).toBeGreaterThanOrEqual(base)
        expect(slept[at]).toBeLessThanOrEqual(base + 5)
      }
    }
  })

  it('registers even when what is old cannot be removed', async () => {
    const { env, templates } = await storeOf()
    await env.db.$executeRawUnsafe(
      "CREATE TRIGGER kept BEFORE DELETE ON faucet_templates BEGIN SELECT RAISE(ABORT, 'kept'); END",
    )
    for (let n = 0; n < 22; n++) await templates.register(aDraft())
    expect(await templates.versions('orders')).toHaveLength(22)
  })
})

describe('a registry larger than one statement', () => {
  it('is listed whole', async () => {
    const { env, templates } = await storeOf()
    const { db } = env
    await db.$executeRawUnsafe(`
      INSERT INTO faucet_templates (id, version, name, created_at, body)
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 900)
      SELECT 't' || i, '1', NULL, '2026-11-30T10:00:00.000000000Z', '{}' FROM n`)
    expect(await templates.list()).toHaveLength(900)
  })
})

describe('the store of engine 1.12', () => {
  it('has no deprecations of versions, and takes none', async () => {
    const { templates } = await storeOf('engine-1.12.0', 'single.db')
    expect(await templates.versionDeprecations('old-tpl')).toEqual([])
    await expect(templates.setVersionDeprecation('old-tpl', 1, aDeprecation())).rejects.toMatchObject({
      kind: 'missing',
    })
  })

  it('takes no member that its engine could not decode', async () => {
    const { templates } = await storeOf('engine-1.12.0', 'single.db')
    const params = { p: { type: 'string' as const, required: false, secret: false, values: ['a'] } }
    await expect(templates.register(aDraft({ params }))).rejects.toMatchObject({ kind: 'refused' })
    expect((await templates.register(aDraft({ id: 'old-tpl' }))).version).toBe(4)
  })

  it('loses versions and whole templates as others do', async () => {
    const { templates } = await storeOf('engine-1.12.0', 'single.db')
    expect(await templates.remove('old-tpl', 2)).toBe(1)
    expect(await templates.launches('old-tpl')).toEqual([])
    expect(await templates.remove('old-tpl', 'all')).toBe(2)
    expect(await templates.list()).toEqual([])
  })

  it('has no change requests at all', async () => {
    const { changes } = await storeOf('engine-1.12.0', 'single.db')
    await expect(changes.list({ limit: 0 })).rejects.toMatchObject({ kind: 'missing' })
  })
})

describe('what engines wrote', () => {
  it.each([
    ['engine-1.13.1', 'single.db', 20, 23],
    ['engine-1.13.1', 'cluster.db', 16, 2],
    ['engine-1.17.0', 'single.db', 18, 22],
    ['engine-1.17.0', 'upgraded.db', 21, 25],
  ])('in %s/%s is read and printed again to the byte', async (engine, file, templateCount, changeCount) => {
    const { env, templates, changes } = await storeOf(engine, file)
    const oldest = await oldestEngineOn(env)
    let count = 0
    for (const id of new Set((await templates.list()).map(({ columns }) => columns['id'] ?? ''))) {
      for (const version of await templates.versions(id)) {
        const row = await templates.get(id, version)
        expect(row && bodyText(templateRecordFor(oldest), recordOf(row))).toBe(row?.text)
        count++
      }
    }
    expect(count).toBe(templateCount)
    const rows = await changes.list({ limit: 0 })
    for (const row of rows) {
      const change = recordOf(row)
      expect(bodyText(changeRequestFor(oldest), change)).toBe(row.text)
      expect(row.columns).toMatchObject({ kind: change.kind, status: change.status, requester: change.requester })
    }
    expect(rows).toHaveLength(changeCount)
  })

  it.each(['single', 'cluster'])('in 1.13.1/%s makes the states that the engine told', async (name) => {
    const history = await storeOf('engine-1.13.1', `${name}.db`)
    const states = statesOf('engine-1.13.1', `reads-${name}.jsonl`)
    expect((await history.templates.list()).map(({ columns }) => columns['id'])).toEqual([...states.keys()])
    for (const [id, state] of states) expect(await stateText(history, id)).toBe(state)
  })

  it.each([
    ['single.db', 'reads-single.jsonl'],
    ['upgraded.db', 'reads-upgraded.jsonl'],
  ])('in 1.17.0/%s makes its states up to what the tests of a version tell', async (file, capture) => {
    const history = await storeOf('engine-1.17.0', file)
    for (const [id, state] of statesOf('engine-1.17.0', capture)) {
      const passed = new Set((await passedVersions(history.env, id)) ?? [])
      const { test_status, has_tests, stable_tests, evidence, ...rest } = parseJson(state) as Record<string, never>
      expect(await stateText(history, id, passed)).toBe(writeJson(rest))
    }
  })
})
