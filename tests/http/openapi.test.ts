import { describe, expect, it } from 'vitest'
import { ANSWERS, PUBLIC_PATHS } from '@/lib/http/openapi/answers'
import { operationsOf, pathOf } from '@/lib/http/openapi/document'
import { answerChecker, description, operationFor } from '../support/api-description'
import { ROUTE_FOLDERS } from '../support/app-router'
import { readCaptures } from '../support/captures'

const APP = '../../app'
const FOLDERS = ROUTE_FOLDERS.filter((folder) => folder.startsWith('v1/') && !folder.includes('[['))

describe('the description of the API', () => {
  it('names every route, and nothing that is none', async () => {
    const { paths } = await description()
    const routes: string[] = []
    for (const folder of FOLDERS) {
      const handlers: Record<string, unknown> = await import(`${APP}/${folder}/route.ts`)
      for (const { method, path } of operationsOf({ [`/${folder}`]: handlers })) routes.push(`${method} ${path}`)
    }
    const isPublic: ReadonlySet<string> = new Set(PUBLIC_PATHS)
    const described = Object.entries(paths)
      .filter(([path]) => !isPublic.has(path))
      .flatMap(([path, operations]) => Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`))
    expect(described.sort()).toEqual(routes.sort())
    expect(Object.keys(ANSWERS).sort()).toEqual(routes.sort())
    expect(
      Object.keys(paths)
        .filter((path) => isPublic.has(path))
        .sort(),
    ).toEqual([...PUBLIC_PATHS].sort())
    expect(FOLDERS.map((folder) => pathOf(`/${folder}`)).filter((path) => !(path in paths))).toEqual([])
  })

  it('has a folder for every path, spelled by the wire', () => {
    expect(pathOf('/v1/tenants/[tenantId]/templates/[templateId]/runs')).toBe(
      '/v1/tenants/{tenant}/templates/{template_id}/runs',
    )
  })

  it('gives every operation a name of its own and every parameter of a path a place', async () => {
    const { openapi, paths } = await description()
    expect(openapi).toBe('3.1.0')
    const operations = Object.entries(paths).flatMap(([path, of]) =>
      Object.values(of).map((operation) => ({ path, operation })),
    )
    const ids = operations.map(({ operation }) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
    for (const { path, operation } of operations) {
      const named = (operation.parameters ?? []).filter((one) => one.in === 'path').map(({ name }) => `{${name}}`)
      expect(path.match(/\{\w+\}/g) ?? [], path).toEqual(named)
    }
  })

  it('notices an answer that is another', async () => {
    const api = await description()
    const check = answerChecker(api)
    const about = (path: string, body: unknown, status = 200, type = 'application/json') => {
      const operation = operationFor(api, 'GET', path)
      if (operation === null) throw new Error(`no ${path}`)
      return check(operation, status, type, JSON.stringify(body))
    }
    const run = { run_id: 'a', labels: {}, status: 'x', submitted_at: 's', records_written: 0, invocations: [] }
    expect(about('/v1/runs', { runs: [run, { unreadable: true, reason: 'r' }], next_cursor: 'c' })).toBeNull()
    expect(about('/v1/runs', { runs: [{ ...run, status: 1 }] })).not.toBeNull()
    expect(about('/v1/runs', { runs: [{ ...run, records_written: -1 }] })).not.toBeNull()
    expect(about('/v1/runs', {})).not.toBeNull()
    expect(about('/v1/runs', { runs: [run] }, 200, 'text/html')).not.toBeNull()
    expect(about('/v1/runs', { error: 'plain' }, 404)).not.toBeNull()
    expect(about('/v1/runs', { error: { code: 'not_found', message: 'm' } }, 404)).toBeNull()
  })

  const CAPTURES = [
    ['engine-1.13.1', 'reads-single.jsonl'],
    ['engine-1.13.1', 'reads-cluster.jsonl'],
    ['engine-1.13.1', 'reads-postgres.jsonl'],
    ['engine-1.17.0', 'reads-single.jsonl'],
    ['engine-1.17.0', 'reads-upgraded.jsonl'],
  ] as const
  for (const [engine, file] of CAPTURES) {
    it(`fits every answer of ${engine} in ${file}`, async () => {
      const api = await description()
      const check = answerChecker(api)
      const wrong: string[] = []
      let checked = 0
      for (const { n, method, path, status, content_type, body } of readCaptures(engine, file)) {
        const operation = operationFor(api, method, path.split('?')[0] ?? '')
        if (operation === null || body === undefined) continue
        const why = check(operation, status, content_type, body)
        checked++
        if (why !== null) wrong.push(`${n} ${method} ${path} ${status}: ${why}`)
      }
      expect(wrong).toEqual([])
      expect(checked).toBeGreaterThan(1_000)
    })
  }
})
