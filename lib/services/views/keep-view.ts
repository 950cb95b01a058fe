import { AppError } from '../kit/app-error'
import { defineCommand } from '../kit/use-case'
import { Kept, MOST_VIEWS, Name, Page } from './internal'

/** Keeps a view for the caller alone, in the place of one of the same name. Whose list looks how is nothing for the trail. */
export const keepView = defineCommand({
  label: 'run.list',
  permission: 'run_read',
  scope: 'shared',
  input: Kept.extend({ page: Page, name: Name }),
  needs: ['console'],
  async run(deps, { page, ...view }, { principal }) {
    if (!(await deps.console.keepView(principal.name, page, view, MOST_VIEWS))) {
      throw new AppError('conflict', `there are ${MOST_VIEWS} views already: delete one first`)
    }
    return { name: view.name }
  },
  audit: () => [],
})
