import type { AuditEntry } from '@/lib/contract/records/audit'
import type { RunLogLine } from '@/lib/contract/records/logs'
import type { Seq } from '@/lib/contract/records/primitives'
import { at } from './clock'

let ids = 0
/** A valid audit entry; override what matters. */
export function anEntry(more: Partial<AuditEntry> = {}): AuditEntry {
  ids++
  return {
    id: `01a30000-0000-7000-8000-${String(ids).padStart(12, '0')}`,
    timestamp: at('2026-11-30T10:00:00.123456789Z'),
    principal: 'ops-one',
    role: 'operator',
    action: 'run.submit',
    result: 'ok',
    ...more,
  }
}

export const seq = (digits: string | number | bigint): Seq => String(digits) as Seq

/** A valid log line with that number. */
export const aLine = (number: string | number | bigint, more: Partial<RunLogLine> = {}): RunLogLine => ({
  seq: seq(number),
  ts: '2026-11-30T10:00:00.123Z',
  level: 'INFO',
  line: `2026-11-30T10:00:00.123Z INFO faucet_core::pipeline: line ${number}`,
  ...more,
})
