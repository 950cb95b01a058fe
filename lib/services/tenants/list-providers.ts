import { z } from 'zod'
import { defineQuery } from '../kit/use-case'

/** Where tenants may sign in to make a connection: names and scopes, nothing else of the providers file. */
export const listProviders = defineQuery({
  label: 'connect.providers',
  permission: 'tenant_read',
  scope: 'shared',
  input: z.object({}),
  needs: [],
  run: async (_, __, { settings }) => settings.connectProviders.map(({ name, scopes }) => ({ name, scopes })),
})
