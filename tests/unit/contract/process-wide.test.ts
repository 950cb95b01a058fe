import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, it, vi } from 'vitest'

/** Each call has its own copy of every module, as pages and routes of the built server do. */
async function copy() {
  vi.resetModules()
  const [wide, history, app, cancel, envelope, json, primitives, kept] = await Promise.all([
    import('@/lib/contract/process-wide'),
    import('@/lib/contract/errors'),
    import('@/lib/services/kit/app-error'),
    import('@/lib/services/runs/internal-cancel'),
    import('@/lib/http/envelope'),
    import('@/lib/contract/json'),
    import('@/lib/contract/records/primitives'),
    import('@/lib/services/kit/kept'),
  ])
  return { ...wide, ...history, ...app, ...cancel, ...envelope, ...json, ...primitives, ...kept }
}

describe('what bundles share', () => {
  let here: Awaited<ReturnType<typeof copy>>
  let there: Awaited<ReturnType<typeof copy>>
  beforeAll(async () => {
    here = await copy()
    there = await copy()
  })

  it('knows an error of another copy by its kind', () => {
    expect(here.HistoryError).not.toBe(there.HistoryError)
    const missing = new there.HistoryError('missing', 'no such table')
    expect(missing).toBeInstanceOf(here.HistoryError)
    expect(here.isHistoryError(missing)).toBe(true)
    expect(new there.AppError('conflict', 'taken')).toBeInstanceOf(here.AppError)
    expect(new there.PlainError(413, 'too long')).toBeInstanceOf(here.PlainError)
  })

  it('takes one kind for no other, and a special one for its own kind and the one it belongs to', () => {
    const held = new there.HeldElsewhere('conflict', 'held elsewhere')
    expect(held).toBeInstanceOf(here.HeldElsewhere)
    expect(held).toBeInstanceOf(here.AppError)
    expect(held).not.toBeInstanceOf(here.HistoryError)
    expect(new there.AppError('conflict', 'taken')).not.toBeInstanceOf(here.HeldElsewhere)
    for (const other of [new Error('x'), { mark: 'AppError' }, null, undefined, 'AppError', Object.create(null)]) {
      expect(other instanceof here.AppError).toBe(false)
    }
  })

  it('tells a caller the same of an error of another copy', () => {
    expect(here.tell(new there.HistoryError('missing', 'no such table'), 'r1')).toEqual({
      code: 'unavailable',
      message: 'no such table',
    })
    expect(here.isUnexpected(new there.AppError('not_found', 'not found'))).toBe(false)
  })

  it('keeps a number of another copy to the digit', () => {
    const half = there.parseJson('1.0')
    expect(here.isExact(half)).toBe(true)
    expect(here.isJsonObject(half)).toBe(false)
    expect(here.Real.parse(half)).toBe(1)
    expect(here.isExact(there.parseJson('{"isLosslessNumber":true,"value":"1"}'))).toBe(false)
  })

  it('makes an answer once, whichever copy is asked', async () => {
    const source = {}
    const make = vi.fn(async () => 'made')
    const kept = { nowMs: 1, maxAgeMs: 1_000 }
    expect(await here.keptAnswer(source, ['q'], kept, make)).toBe('made')
    expect(await there.keptAnswer(source, ['q'], kept, make)).toBe('made')
    expect(make).toHaveBeenCalledTimes(1)
  })
})

const ROOT = path.resolve(import.meta.dirname, '../../..')
const sources = ['contract', 'services', 'http', 'runtime'].flatMap((layer) =>
  readdirSync(path.join(ROOT, 'lib', layer), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => ({ file: `lib/${layer}/${name}`, text: readFileSync(path.join(ROOT, 'lib', layer, name), 'utf8') })),
)

describe('modules of the server', () => {
  it('keep nothing that changes in a variable of their own', () => {
    const keeping = sources.filter(({ text }) =>
      /^(?:export )?(?:let |const \w+(?:: [^=]+)? = new (?:Weak)?(?:Map|Set)(?:<.*>)?\(\))/m.test(text),
    )
    expect(keeping.map(({ file }) => file)).toEqual([])
  })

  it('mark every error that one of them may catch of another', () => {
    // These are thrown and caught while one copy starts the process.
    const started = ['lib/runtime/start-failure.ts', 'lib/contract/process-wide.ts']
    const unmarked = sources.filter(({ file, text }) => /extends Error\b/.test(text) && !started.includes(file))
    expect(unmarked.map(({ file }) => file)).toEqual([])
    const marked = sources.flatMap(({ text }) => [...text.matchAll(/extends (?:Marked|App|History)Error \{\n(.*)/g)])
    expect(marked.length).toBeGreaterThanOrEqual(5)
    for (const [, first] of marked) expect(first).toMatch(/static override readonly mark/)
  })
})
