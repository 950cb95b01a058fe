import { describe, expect, it } from 'vitest'
import { writeJson } from '@/lib/contract/json'
import { RunRecord } from '@/lib/contract/records/runs'
import { stored } from '@/lib/contract/stored'
import { EXPORT_HEADER, exportCells, exportNote } from '@/lib/derive/run-export'
import { at } from '../../support/clock'
import { aRun } from '../../support/records'

const cellsOf = (run: RunRecord) => {
  const cells = exportCells(stored(RunRecord, { run_id: run.run_id }, writeJson(run as never)))
  return Object.fromEntries(EXPORT_HEADER.map((name, index) => [name, cells[index]]))
}

describe('a run in an exported file', () => {
  it('has a cell under each name', () => {
    expect(exportCells(stored(RunRecord, {}, writeJson(aRun() as never)))).toHaveLength(EXPORT_HEADER.length)
    expect(exportCells(stored(RunRecord, {}, 'broken'))).toHaveLength(EXPORT_HEADER.length)
    expect(exportNote('cut')).toHaveLength(EXPORT_HEADER.length)
    expect(new Set(EXPORT_HEADER).size).toBe(EXPORT_HEADER.length)
  })

  it('says when in UTC, to the last digit that was written', () => {
    const cells = cellsOf(
      aRun({
        submitted_at: at('2026-11-30T12:00:00.123456789+02:00'),
        started_at: at('2026-11-30T10:00:02.123456789Z'),
        finished_at: at('2026-11-30T10:00:03.5Z'),
      }),
    )
    expect(cells).toMatchObject({
      submitted_at: '2026-11-30T10:00:00.123456789Z',
      started_at: '2026-11-30T10:00:02.123456789Z',
      finished_at: '2026-11-30T10:00:03.500Z',
      queued_secs: 2,
    })
  })

  it('adds up its invocations', () => {
    const invocation = (more: object) => ({
      row_id: 'r',
      parent_record_key: null,
      records_written: 1,
      duration_ms: 5,
      error: null,
      ...more,
    })
    const cells = cellsOf(
      aRun({
        records_written: 9007199254740993n,
        error: '1 invocation(s) failed',
        status: 'failed',
        labels: { team: 'sales', template: 'orders', template_version: '3', pipeline: 'p' },
        attempt: 2,
        invocations: [
          invocation({ batches: { attempted: 5, committed: 2, dlq_partial: 1, dlq_all: 2, failed: 0 } }),
          invocation({ error: 'no such file' }),
        ],
      }),
    )
    expect(cells).toMatchObject({
      records_written: 9007199254740993n,
      error: 'no such file',
      invocations: 2,
      failed_invocations: 1,
      batches_to_dlq: 3,
      attempt: 3,
      pipeline: 'p',
      template: 'orders',
      template_version: '3',
      labels: 'team=sales; pipeline=p; template=orders; template_version=3',
      note: null,
      cost: null,
    })
  })

  it('is what its columns say when its body cannot be read, and why', () => {
    const row = stored(
      RunRecord,
      { run_id: 'r-1', name: 'n', status: 'odd', submitted_at: '2026-01-01T00:00:00.000000000Z' },
      '{',
    )
    const cells = Object.fromEntries(EXPORT_HEADER.map((name, index) => [name, exportCells(row)[index]]))
    expect(cells).toMatchObject({
      run_id: 'r-1',
      name: 'n',
      status: 'odd',
      submitted_at: '2026-01-01T00:00:00Z',
      records_written: null,
      note: 'cannot be read: the body is not JSON',
    })
  })
})
