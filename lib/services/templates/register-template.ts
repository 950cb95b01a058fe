import { writeJson } from '@/lib/contract/json'
import type { TemplateRecord } from '@/lib/contract/records/templates'
import { RegisterTemplateBody } from '@/lib/derive/template-requests'
import { refuseBesideLaterEngines } from '../kit/later-engines'
import { defineCommand } from '../kit/use-case'
import { draftOf, register } from './internal'

/** A new version of a template. It moves nobody unless it is to be launched at once. */
export const registerTemplate = defineCommand({
  label: 'template.register',
  permission: 'template_admin',
  scope: 'global',
  input: RegisterTemplateBody,
  needs: ['templates', 'store'],
  async run({ templates, store }, request, { principal, sha256 }) {
    await refuseBesideLaterEngines(store, 'register a template')
    const draft = await draftOf(templates, request)
    const record = await register(templates, draft, request, principal.name)
    return { record, fingerprint: sha256(`${record.name ?? ''}\u0000${writeJson(record.body)}`) }
  },
  audit: ({ record, fingerprint }: { record: TemplateRecord; fingerprint: string }) => [
    {
      action: 'template.register',
      config_fingerprint: fingerprint,
      target: `template:${record.id}@${record.version}`,
    },
  ],
})
