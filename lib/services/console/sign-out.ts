import { z } from 'zod'
import { defineCommand } from '../kit/use-case'

/** Files that somebody left. The cookie is the edge's to take away. */
export const signOut = defineCommand({
  label: 'console.sign_out',
  permission: 'identity',
  scope: 'shared',
  input: z.object({}),
  needs: [],
  run: async () => ({}),
})
