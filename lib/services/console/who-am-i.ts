import { z } from 'zod'
import { permissionsOf } from '@/lib/auth/roles'
import { defineQuery } from '../kit/use-case'

/** Who is asking and what they may do, in the wire's order of members (http-api.md 3.5). */
export const whoAmI = defineQuery({
  label: 'whoami',
  permission: 'identity',
  scope: 'shared',
  input: z.object({}),
  needs: [],
  run: async (_, __, { principal: { name, role, tenant } }) => ({
    principal: name,
    role,
    permissions: permissionsOf(role),
    ...(tenant !== null && { tenant }),
  }),
})
