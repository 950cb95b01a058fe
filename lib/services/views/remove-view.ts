import { z } from 'zod'
import { defineCommand } from '../kit/use-case'
import { Page } from './internal'

/** One that is gone already is as good as removed. */
export const removeView = defineCommand({
  label: 'run.list',
  permission: 'run_read',
  scope: 'shared',
  input: z.object({ page: Page, name: z.string() }),
  needs: ['console'],
  async run(deps, { page, name }, { principal }) {
    await deps.console.removeView(principal.name, page, name)
    return { name }
  },
  audit: () => [],
})
