import { z } from 'zod'
import { SetChannelBody } from '@/lib/derive/template-requests'
import { refuseDerived, STABLE } from '@/lib/derive/template-select'
import { AppError } from '../kit/app-error'
import { refuseBesideLaterEngines } from '../kit/later-engines'
import { defineCommand } from '../kit/use-case'
import { existing } from './internal'

/** Points a channel at a version; a channel named as the version is looked up once, here and now. */
export const setChannel = defineCommand({
  label: 'template.promote',
  permission: 'template_admin',
  scope: 'global',
  input: SetChannelBody.extend({ template_id: z.string() }),
  needs: ['templates', 'store'],
  async run({ templates, store }, { template_id: id, tag, version: selector }) {
    await refuseBesideLaterEngines(store, 'move a channel of a template')
    const reason = refuseDerived(tag)
    if (reason !== null) throw new AppError('unprocessable', reason)
    const { version } = await existing(templates, id, selector ?? STABLE)
    await templates.setTag(id, tag, version)
    return { id, tag, version }
  },
  audit: ({ id, tag, version }) => [{ action: 'template.promote', target: `template:${id}@${version}#${tag}` }],
})
