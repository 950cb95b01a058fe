import { z } from 'zod'
import type { Selector } from '@/lib/derive/template-select'
import { notFound } from '../kit/app-error'
import { refuseBesideLaterEngines } from '../kit/later-engines'
import { defineCommand } from '../kit/use-case'
import { resolved, stateOf } from './internal'

/** Removes one version, or without one all of a template, with everything that points there. Runs stay. */
export const deleteTemplate = defineCommand({
  label: 'template.delete',
  permission: 'template_admin',
  scope: 'global',
  input: z.object({ template_id: z.string(), version: z.custom<Selector>().optional() }),
  needs: ['templates', 'store'],
  async run({ templates, store }, { template_id: id, version: selector }) {
    await refuseBesideLaterEngines(store, 'delete a template')
    const version = selector === undefined ? 'all' : resolved(selector, id, (await stateOf(templates, id)).state)
    if ((await templates.remove(id, version)) === 0) throw notFound()
    return { id, version }
  },
  audit: ({ id, version }) => [
    { action: 'template.delete', target: version === 'all' ? `template:${id}` : `template:${id}@${version}` },
  ],
})
