import { describe, expect, it } from 'vitest'
import { AuditEntry } from '@/lib/contract/records/audit'
import { auditRow, readAudit } from '@/lib/store/kit/audit-rows'
import { anEntry } from '../../support/audit'
import { at } from '../../support/clock'

const NOW = at('2026-11-30T12:00:00Z')

describe('an audit entry as a row', () => {
  it('comes back as it was, in the order of the record, its tenant joined in', () => {
    const entry = anEntry({ run_id: 'r', source_ip: '127.0.0.1', tenant: 'acme', target: 'mcp:x', detail: 'd' })
    const back = readAudit({ ...auditRow(entry), tenant: 'acme' }, NOW)
    expect(back).toEqual(entry)
    const order = Object.keys(AuditEntry.shape).filter((member) => member in entry)
    expect(Object.keys(back)).toEqual(order)
  })

  it('has no members for what its columns do not hold, and keeps empty text', () => {
    const back = readAudit({ ...auditRow(anEntry({ run_id: '' })), tenant: null }, NOW)
    expect(back).toHaveProperty('run_id', '')
    for (const member of ['tenant', 'target', 'detail', 'source_ip']) expect(back).not.toHaveProperty(member)
  })

  it.each([
    ['2026-11-30T10:00:00.000000000Z', '2026-11-30T10:00:00Z'],
    ['2026-11-30T10:00:00.500000000Z', '2026-11-30T10:00:00.500Z'],
    ['2026-11-30T10:00:00.000001000Z', '2026-11-30T10:00:00.000001Z'],
    ['2026-11-30T10:00:00.000000010Z', '2026-11-30T10:00:00.000000010Z'],
    ['2026-11-30T12:00:00.5+02:00', '2026-11-30T10:00:00.500Z'],
    ['2026-13-30T10:00:00.000000000Z', NOW],
    ['', NOW],
  ])('spells the time %s as %s', (ts, spelled) => {
    expect(readAudit({ ...auditRow(anEntry()), ts }, NOW).timestamp).toBe(spelled)
  })
})
