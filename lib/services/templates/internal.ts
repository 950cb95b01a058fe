import type { TemplatesStore } from '@/lib/contract/ports/templates'
import type { LaunchRecord, TemplateState } from '@/lib/contract/records/templates'
import { assembleTemplateState } from '@/lib/derive/template-state'

/** What the rows of a template mean together, and its launch log. */
export async function stateOf(
  templates: TemplatesStore,
  id: string,
): Promise<{ state: TemplateState; launches: LaunchRecord[] }> {
  const [versions, launches, tags, deprecation, versionDeprecations] = await Promise.all([
    templates.versions(id),
    templates.launches(id),
    templates.tags(id),
    templates.deprecation(id),
    templates.versionDeprecations(id),
  ])
  return { state: assembleTemplateState(versions, launches, tags, deprecation, versionDeprecations), launches }
}
