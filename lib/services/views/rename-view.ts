import { z } from 'zod'
import { AppError } from '../kit/app-error'
import { defineCommand } from '../kit/use-case'
import { Name, Page } from './internal'

export const renameView = defineCommand({
  label: 'run.list',
  permission: 'run_read',
  scope: 'shared',
  input: z.object({ page: Page, name: z.string(), to: Name }),
  needs: ['console'],
  async run(deps, { page, name, to }, { principal }) {
    if (name !== to && !(await deps.console.renameView(principal.name, page, name, to))) {
      throw new AppError('conflict', `there is a view called ${to} already, or none called ${name} any more`)
    }
    return { name: to }
  },
  audit: () => [],
})
