import { z } from 'zod'
import type { LaunchRecord, TemplateRecord, TemplateState } from '@/lib/contract/records/templates'
import type { Stored } from '@/lib/contract/stored'
import { type Selector, STABLE } from '@/lib/derive/template-select'
import { notFound } from '../kit/app-error'
import { defineQuery } from '../kit/use-case'
import { resolved, stateOf } from './internal'

export interface TemplateDetail {
  template: Stored<TemplateRecord>
  version: number
  state: TemplateState
  launches: LaunchRecord[]
  /** The config text is wanted without comments and spare spelling. */
  isClean: boolean
}

/** One version of a template: the launched one unless another is asked for. */
export const getTemplate = defineQuery({
  label: 'template.get',
  permission: 'template_read',
  scope: 'shared',
  input: z.object({
    template_id: z.string(),
    version: z.custom<Selector>().optional(),
    clean: z.boolean().default(false),
  }),
  needs: ['templates'],
  async run({ templates }, { template_id, version: selector, clean }): Promise<TemplateDetail> {
    const { state, launches } = await stateOf(templates, template_id)
    const version = resolved(selector ?? STABLE, template_id, state)
    const template = await templates.get(template_id, version)
    if (template === null) throw notFound()
    return { template, version, state, launches, isClean: clean }
  },
})
