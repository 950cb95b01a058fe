import { z } from 'zod'
import { notFound } from '../kit/app-error'
import { clamp } from '../kit/limit'
import { type CountedPage, countRuns, searchPage } from '../kit/run-page'
import { defineQuery } from '../kit/use-case'

/** The runs that were started from a template: those that carry its label, newest first (http-api.md 12). */
export const listTemplateRuns = defineQuery({
  label: 'template.runs',
  permission: 'template_read',
  scope: 'tenant',
  input: z.object({
    template_id: z.string(),
    limit: z.number().optional(),
    cursor: z.string().optional(),
    counts: z.boolean().default(false),
    tenant: z.string().optional(),
  }),
  needs: ['templates', 'runs', 'insight'],
  async run({ templates, runs, insight }, { template_id, limit, cursor, counts, tenant }): Promise<CountedPage> {
    if ((await templates.versions(template_id)).length === 0) throw notFound()
    const labels = [{ key: 'template', value: template_id }]
    const search = { status: [], labels, ...(tenant !== undefined && { tenant }) }
    const page = await searchPage({ runs, insight }, search, { limit: clamp(limit, 50, 500), cursor })
    return counts ? { ...page, ...(await countRuns(insight, search)) } : page
  },
})
