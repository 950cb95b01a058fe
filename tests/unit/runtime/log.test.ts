import { describe, expect, it } from 'vitest'
import { HistoryError } from '@/lib/contract/errors'
import { createLog } from '@/lib/runtime/log'
import { testClock } from '../../support/clock'

function logging(...secrets: string[]) {
  const lines: string[] = []
  const log = createLog(testClock(), (line) => lines.push(line))
  for (const secret of secrets) log.hide(secret)
  return { log, lines, last: () => JSON.parse(lines.at(-1) ?? '') }
}

describe('the log', () => {
  it('writes one JSON object per line, with time, level and facts', () => {
    const { log, lines, last } = logging()
    log.info('a\nstory', { run_id: 'x', big: 9007199254740993n, absent: undefined })
    expect(lines).toHaveLength(1)
    expect(lines[0]).not.toContain('\n')
    expect(lines[0]).toContain('"big":9007199254740993')
    expect(last()).toMatchObject({ at: expect.stringMatching(/Z$/), level: 'info', message: 'a\nstory', run_id: 'x' })
  })

  it('blots out what it knows to be secret, however it is spelled', () => {
    const secret = 'p@ss "word"/%'
    const { log, lines } = logging(secret)
    log.warn(`it was ${secret}`, { deep: { list: [`x${secret}y`] }, url: `http://h/?t=${encodeURIComponent(secret)}` })
    log.error('failed', { error: new Error(`bad ${secret}`, { cause: new HistoryError('backend', secret) }) })
    for (const line of lines) {
      expect(line).not.toContain('p@ss')
      expect(line).not.toContain('p%40ss')
      expect(() => JSON.parse(line)).not.toThrow()
    }
  })

  it('blots out passwords in addresses, bearer tokens and members named like secrets, known or not', () => {
    const { log, lines, last } = logging()
    log.info('at postgres://me:hu@sh@host/db', {
      header: 'Authorization: Bearer abc.def-1',
      auth_token: 'x',
      password: 'y',
    })
    expect(lines[0]).not.toMatch(/hu@|sh@|abc\.def/)
    expect(last()).toMatchObject({
      message: 'at postgres://me:***@host/db',
      header: 'Authorization: Bearer ***',
      auth_token: '***',
      password: '***',
    })
  })

  it('keeps the kind, code and cause of an error, and survives circles', () => {
    const { log, last } = logging()
    const circle: Record<string, unknown> = { name: 'circle' }
    circle['self'] = circle
    log.error('failed', { error: new HistoryError('missing', 'no such table', { cause: new Error('deep') }), circle })
    expect(last().error).toMatchObject({ kind: 'missing', message: 'no such table', cause: { message: 'deep' } })
  })
})
