import { z } from 'zod'
import { defineCommand } from '../kit/use-case'
import { Page } from './internal'

/** The view that opens where the page is opened without a question; null: none, the page itself. */
export const preferView = defineCommand({
  label: 'run.list',
  permission: 'run_read',
  scope: 'shared',
  input: z.object({ page: Page, name: z.string().nullable() }),
  needs: ['console'],
  async run(deps, { page, name }, { principal }) {
    await deps.console.setDefaultView(principal.name, page, name)
    return { name }
  },
  audit: () => [],
})
