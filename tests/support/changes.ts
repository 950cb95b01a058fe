import type { ChangeRequest } from '@/lib/contract/records/changes'
import { at } from './clock'

let ids = 0
/** A valid request that waits; override what matters. */
export function aChange(more: Partial<ChangeRequest> = {}): ChangeRequest {
  ids++
  return {
    id: `01a00000-0000-7000-8000-${String(ids).padStart(12, '0')}`,
    kind: 'run',
    status: 'pending',
    requester: 'ana',
    requester_role: 'operator',
    payload: { config: 'version: 1\n' },
    required_approvals: 1,
    created_at: at('2026-11-30T10:00:00.500Z'),
    updated_at: at('2026-11-30T10:00:00.500Z'),
    expires_at: at('2026-12-01T10:00:00.500Z'),
    ...more,
  }
}
