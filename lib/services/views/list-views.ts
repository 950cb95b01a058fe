import { z } from 'zod'
import type { SavedView } from '@/lib/contract/ports/console'
import { defineQuery } from '../kit/use-case'
import { Page } from './internal'

/** What the caller keeps of a page. */
export const listViews = defineQuery({
  label: 'run.list',
  permission: 'run_read',
  scope: 'shared',
  input: z.object({ page: Page }),
  needs: ['console'],
  run: async (deps, { page }, { principal }): Promise<{ views: SavedView[] }> => ({
    views: await deps.console.views(principal.name, page),
  }),
})
