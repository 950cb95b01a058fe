import { describe, expect, it } from 'vitest'
import { bodyText, rewriteBody } from '@/lib/contract/body'
import { parseJson } from '@/lib/contract/json'
import { InvocationRecord, RunRecord } from '@/lib/contract/records/runs'
import { readText } from '@/lib/contract/stored'
import { BROKEN_BODIES, ENGINE_BODIES, withStatus } from '../../support/bodies'
import { at } from '../../support/clock'

const LEAST =
  '{"run_id":"r","labels":{},"status":"queued","submitted_at":"2026-11-30T10:00:00Z","records_written":0,"invocations":[]}'

describe('run records', () => {
  it('loads an invocation that has the members of the first engines only', () => {
    const text = '{"row_id":"r","parent_record_key":null,"records_written":1,"error":null}'
    expect(InvocationRecord.decode(parseJson(text) as never)).toEqual({
      row_id: 'r',
      parent_record_key: null,
      records_written: 1,
      duration_ms: 0,
      error: null,
    })
  })

  it('reads what may be missing as its default', () => {
    expect(readText(RunRecord, LEAST)).toEqual({
      ok: true,
      record: {
        run_id: 'r',
        name: null,
        labels: {},
        status: 'queued',
        submitted_at: '2026-11-30T10:00:00Z',
        started_at: null,
        finished_at: null,
        elapsed_secs: null,
        records_written: 0,
        invocations: [],
        error: null,
        idempotency_key: null,
        attempt: 0,
      },
    })
  })

  it.each(['run_id', 'labels', 'status', 'submitted_at', 'records_written', 'invocations'])(
    'does not read a body without %s',
    (name) => {
      const { [name]: _, ...rest } = JSON.parse(LEAST) as Record<string, unknown>
      expect(readText(RunRecord, JSON.stringify(rest))).toMatchObject({
        ok: false,
        reason: expect.stringContaining(`${name}: `),
      })
    },
  )

  it('always writes the members that are null or have a default, in declared order, and leaves out the others', () => {
    const read = readText(RunRecord, LEAST)
    expect(read.ok && bodyText(RunRecord, read.record)).toBe(
      '{"run_id":"r","name":null,"labels":{},"status":"queued","submitted_at":"2026-11-30T10:00:00Z","started_at":null,' +
        '"finished_at":null,"elapsed_secs":null,"records_written":0,"invocations":[],"error":null,"idempotency_key":null,"attempt":0}',
    )
  })

  it.each(Object.entries(ENGINE_BODIES))('reads what %s wrote and prints the same values', (_, body) => {
    const text = withStatus(body, 'completed')
    const read = readText(RunRecord, text)
    if (!read.ok) throw new Error(read.reason)
    const whole = text.replace('"records_written":40,"error"', '"records_written":40,"duration_ms":0,"error"')
    expect(parseJson(bodyText(RunRecord, read.record))).toEqual(parseJson(whole))
  })

  it.each(Object.entries(BROKEN_BODIES))('gives a reason for a body with %s', (_, body) => {
    expect(readText(RunRecord, withStatus(body, 'completed'))).toEqual({
      ok: false,
      reason: expect.stringMatching(/^the body /),
    })
  })

  it('never writes a pool, a submitter or a caller mark that nobody gave', () => {
    const text = rewriteBody(RunRecord, LEAST, { status: 'running', started_at: at('2026-11-30T10:00:01Z') })
    expect(text).toBe(
      '{"run_id":"r","labels":{},"status":"running","submitted_at":"2026-11-30T10:00:00Z",' +
        '"started_at":"2026-11-30T10:00:01Z","records_written":0,"invocations":[]}',
    )
  })

  it('adds what a newer store knows at its declared place', () => {
    expect(rewriteBody(RunRecord, LEAST, { submitted_by: 'ann', pool: 'gpu', caller_config: true })).toBe(
      `${LEAST.slice(0, -1)},"caller_config":true,"pool":"gpu","submitted_by":"ann"}`,
    )
  })
})
