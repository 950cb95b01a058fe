import type { ChangeRequest } from '@/lib/contract/records/changes'
import { ts9 } from './ts9'

/** Requests listed when nobody says how many. */
export const CHANGES_LISTED = 200

/** The columns beside the body. */
export const changeColumns = ({ id, kind, status, requester, created_at, expires_at }: ChangeRequest) => ({
  id,
  kind,
  status,
  requester,
  created_at: ts9(created_at),
  expires_at: ts9(expires_at),
})
