import { z } from 'zod'
import { DeprecateBody } from '@/lib/derive/template-requests'
import { parseSelector } from '@/lib/derive/template-select'
import { AppError } from '../kit/app-error'
import { defineCommand } from '../kit/use-case'
import { existing } from './internal'

/** Retires one version, or takes that back: `newest` passes it over and it cannot be launched. */
export const deprecateVersion = defineCommand({
  label: 'template.version_deprecate',
  permission: 'template_admin',
  scope: 'global',
  input: DeprecateBody.extend({ template_id: z.string(), version: z.string() }),
  needs: ['templates'],
  async run({ templates }, { template_id: id, version: asked, reason, undo }, { principal, now }) {
    const parsed = parseSelector(asked)
    if (!parsed.ok) throw new AppError('unprocessable', parsed.message)
    const { version } = await existing(templates, id, parsed.selector)
    const deprecation = {
      deprecated_at: now(),
      deprecated_by: principal.name,
      ...(reason !== undefined && { reason }),
    }
    await templates.setVersionDeprecation(id, version, undo ? null : deprecation)
    return { id, version, deprecated: !undo }
  },
  audit: ({ id, version }) => [{ action: 'template.version_deprecate', target: `template:${id}@${version}` }],
})
