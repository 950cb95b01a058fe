import { z } from 'zod'
import { ROLES, type Role } from './roles'

/** Who is asking. `tenant` confines them to one tenant's objects; null: sees everything their role may see. */
export const Principal = z.object({
  name: z.string(),
  role: z.enum(ROLES),
  tenant: z.string().nullable(),
})
export type Principal = z.infer<typeof Principal>

/** May see stored configs and raw bodies: an admin who is not confined to a tenant. */
export const seesStoredText = (principal: { role: Role; tenant: string | null }): boolean =>
  principal.role === 'admin' && principal.tenant === null
