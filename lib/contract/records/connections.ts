import { z } from 'zod'
import { record, Timestamp, word } from './primitives'

export const ConnectionStatus = word('active', 'needs_reauth')

/** A tenant's sealed credentials (records.md 9.1). `sealed` never leaves the server. */
export const ConnectionRecord = record({
  tenant: z.string(),
  name: z.string(),
  provider_type: z.string(),
  connect_provider: z.string().optional(),
  sealed: z.string(),
  status: ConnectionStatus.default('active'),
  reauth_reason: z.string().optional(),
  created_at: Timestamp,
  updated_at: Timestamp,
  updated_by: z.string(),
})
export type ConnectionRecord = z.infer<typeof ConnectionRecord>

/** The only members of a connection that ever leave (governance.md 3.3). */
export const ConnectionView = z.object({
  name: z.string(),
  provider_type: z.string(),
  connect_provider: z.string().optional(),
  status: ConnectionStatus,
  reauth_reason: z.string().optional(),
  created_at: Timestamp,
  updated_at: Timestamp,
  updated_by: z.string(),
})
export type ConnectionView = z.infer<typeof ConnectionView>

/** A hosted sign-in that has not come back yet: used once, and only before `expires_at`. Nothing of it is ever shown. */
export const ConnectSession = record({
  state: z.string(),
  tenant: z.string(),
  provider: z.string(),
  connection: z.string(),
  redirect: z.string(),
  sealed_verifier: z.string(),
  created_by: z.string(),
  created_at: Timestamp,
  expires_at: Timestamp,
})
export type ConnectSession = z.infer<typeof ConnectSession>
