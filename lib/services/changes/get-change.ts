import { z } from 'zod'
import { own } from '../kit/scope'
import { defineQuery } from '../kit/use-case'

export const getChange = defineQuery({
  label: 'change.get',
  permission: 'change_read',
  scope: 'tenant',
  input: z.object({ change_id: z.string() }),
  needs: ['changes'],
  run: async ({ changes }, { change_id }, { principal }) => own(principal, await changes.get(change_id)),
})
