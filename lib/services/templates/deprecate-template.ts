import { z } from 'zod'
import { DeprecateBody } from '@/lib/derive/template-requests'
import { notFound } from '../kit/app-error'
import { defineCommand } from '../kit/use-case'
import { stateOf } from './internal'

/** Retires a template as a whole, or takes that back. It goes on running, with a warning. */
export const deprecateTemplate = defineCommand({
  label: 'template.deprecate',
  permission: 'template_admin',
  scope: 'global',
  input: DeprecateBody.extend({ template_id: z.string() }),
  needs: ['templates'],
  async run({ templates }, { template_id: id, reason, undo }, { principal, now }) {
    const { state } = await stateOf(templates, id)
    if (state.versions.length === 0) throw notFound()
    const deprecation = {
      deprecated_at: now(),
      deprecated_by: principal.name,
      ...(reason !== undefined && { reason }),
    }
    await templates.setDeprecation(id, undo ? null : deprecation)
    return { id, status: undo ? (state.stable === null ? 'draft' : 'launched') : 'deprecated' }
  },
  audit: (_, { template_id, undo }) => [
    { action: undo ? 'template.undeprecate' : 'template.deprecate', target: `template:${template_id}` },
  ],
})
