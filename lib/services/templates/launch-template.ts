import { z } from 'zod'
import { LaunchTemplateBody } from '@/lib/derive/template-requests'
import { NEWEST } from '@/lib/derive/template-select'
import { refuseBesideLaterEngines } from '../kit/later-engines'
import { defineCommand } from '../kit/use-case'
import { launch } from './internal'

/** Makes a version stable; the newest unless another is named. */
export const launchTemplate = defineCommand({
  label: 'template.launch',
  permission: 'template_admin',
  scope: 'global',
  input: LaunchTemplateBody.extend({ template_id: z.string() }),
  needs: ['templates', 'store'],
  async run({ templates, store }, { template_id, version }, { principal }) {
    await refuseBesideLaterEngines(store, 'launch a template')
    return launch(templates, template_id, version ?? NEWEST, principal.name)
  },
  audit: ({ id, version }) => [{ action: 'template.launch', target: `template:${id}@${version}` }],
})
