import { z } from 'zod'
import { Opaque } from '@/lib/contract/records/primitives'
import { choice, maybe } from './request-shape'
import { Budget } from './run-requests'

/** What may be asked of change requests (http-api.md 1.6). Unknown members do not count, save in a budget. */

export const ProposeChangeBody = z.object({
  kind: choice('run', 'template_register', 'template_launch'),
  payload: Opaque,
  reason: maybe(z.string()),
  budget: maybe(Budget),
})
export const ApproveChangeBody = z.object({ comment: maybe(z.string()) })
export const RejectChangeBody = z.object({ reason: z.string() })
