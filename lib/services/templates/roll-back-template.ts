import { z } from 'zod'
import type { Selector } from '@/lib/derive/template-select'
import { refuseBesideLaterEngines } from '../kit/later-engines'
import { defineCommand } from '../kit/use-case'
import { launch } from './internal'

const PREVIOUS: Selector = { kind: 'channel', channel: 'previous' }

/** Makes stable again what was stable before. */
export const rollBackTemplate = defineCommand({
  label: 'template.rollback',
  permission: 'template_admin',
  scope: 'global',
  input: z.object({ template_id: z.string() }),
  needs: ['templates', 'store'],
  async run({ templates, store }, { template_id }, { principal }) {
    await refuseBesideLaterEngines(store, 'roll back a template')
    return launch(templates, template_id, PREVIOUS, principal.name)
  },
  audit: ({ id, version }) => [{ action: 'template.rollback', target: `template:${id}@${version}` }],
})
