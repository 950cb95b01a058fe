import { describe, expect, it } from 'vitest'
import { ERROR_CODES, ErrorEnvelope } from '@/lib/contract/envelope'
import { HistoryError } from '@/lib/contract/errors'
import { errorAnswer, isUnexpected, PlainError } from '@/lib/http/envelope'
import { AppError } from '@/lib/services/kit/app-error'

const STATUS = {
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  bad_config: 400,
  unprocessable: 422,
  conflict: 409,
  queue_full: 429,
  limit_exceeded: 429,
  unavailable: 503,
  internal: 500,
}

describe('the envelope', () => {
  it.each(ERROR_CODES)('gives %s its status', (code) => {
    const answer = errorAnswer(new AppError(code, 'why'), 'q')
    expect(answer.status).toBe(STATUS[code])
    expect(ErrorEnvelope.parse(JSON.parse(answer.text))).toEqual({ error: { code, message: 'why' } })
  })

  it('has code, message and details in this order, details beside unprocessable alone', () => {
    expect(errorAnswer(new AppError('unprocessable', 'm', { tests: [] }), 'q').text).toBe(
      '{"error":{"code":"unprocessable","message":"m","details":{"tests":[]}}}',
    )
    expect(errorAnswer(new AppError('conflict', 'm', { tests: [] }), 'q').text).toBe(
      '{"error":{"code":"conflict","message":"m"}}',
    )
  })

  it('says when to come back to a full queue, and only then', () => {
    expect(errorAnswer(new AppError('queue_full', 'm'), 'q').headers).toEqual({ 'retry-after': '5' })
    expect(errorAnswer(new AppError('limit_exceeded', 'm'), 'q').headers).toBeUndefined()
  })

  it.each([
    ['degraded', 503, 'unavailable'],
    ['missing', 503, 'unavailable'],
    ['read_only', 503, 'unavailable'],
    ['refused', 400, 'bad_config'],
    ['unreadable', 422, 'unprocessable'],
  ] as const)('tells what a store says of itself: %s', (kind, status, code) => {
    const error = new HistoryError(kind, 'why')
    const answer = errorAnswer(error, 'q')
    expect([answer.status, JSON.parse(answer.text)]).toEqual([status, { error: { code, message: 'why' } }])
    expect(isUnexpected(error)).toBe(false)
  })

  it.each([
    ['a driver', new HistoryError('backend', 'relation "x" does not exist at 10.0.0.1', { transience: 'permanent' })],
    ['a defect', new TypeError('cannot read properties of undefined')],
    ['a text', 'secret'],
  ])('keeps what %s says for the log', (_, error) => {
    const answer = errorAnswer(error, 'q-1')
    expect(answer.status).toBe(500)
    expect(answer.text).toBe(
      '{"error":{"code":"internal","message":"internal error; the server\'s log says more under q-1"}}',
    )
    expect(isUnexpected(error)).toBe(true)
  })

  it('takes a busy database for a passing thing', () => {
    const answer = errorAnswer(new HistoryError('backend', 'SQLITE_BUSY', { transience: 'transient' }), 'q')
    expect([answer.status, answer.text.includes('SQLITE')]).toEqual([503, false])
  })

  it('leaves plain text plain', () => {
    expect(errorAnswer(new PlainError(413, 'length limit exceeded'), 'q')).toEqual({
      status: 413,
      text: 'length limit exceeded',
      type: 'text/plain; charset=utf-8',
    })
  })
})
