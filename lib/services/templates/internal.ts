import type { TemplatesStore } from '@/lib/contract/ports/templates'
import type { LaunchRecord, TemplateRecord, TemplateState } from '@/lib/contract/records/templates'
import { readTemplate, type TemplateDocument } from '@/lib/derive/template-document'
import { parseTemplateId, templateIdOfName } from '@/lib/derive/template-id'
import type { RegisterTemplateRequest } from '@/lib/derive/template-requests'
import { refuseDerived, resolveSelector, type Selector } from '@/lib/derive/template-select'
import { assembleTemplateState } from '@/lib/derive/template-state'
import { AppError, notFound } from '../kit/app-error'

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

/** The version that is meant; unknown templates and channels that point nowhere end here. Whether it exists is not asked. */
export function resolved(selector: Selector, id: string, state: TemplateState): number {
  const outcome = resolveSelector(selector, id, state)
  if (outcome.ok) return outcome.version
  throw outcome.reason === 'unknown' ? notFound() : new AppError('unprocessable', outcome.message)
}

/** The same for one that must be there. */
export async function existing(
  templates: TemplatesStore,
  id: string,
  selector: Selector,
): Promise<{ version: number; state: TemplateState }> {
  const { state } = await stateOf(templates, id)
  const version = resolved(selector, id, state)
  if ((await templates.get(id, version)) === null) throw notFound()
  return { version, state }
}

export interface Launched {
  id: string
  version: number
  /** What was stable before, this very version included. */
  replaced: number | null
  already_launched: boolean
  status: string
}

/** Makes a version stable: the one step that moves whoever names none. */
export async function launch(templates: TemplatesStore, id: string, selector: Selector, by: string): Promise<Launched> {
  const { version, state: before } = await existing(templates, id, selector)
  if (before.status === 'deprecated') {
    throw new AppError(
      'unprocessable',
      `config error: template '${id}' is deprecated — un-deprecate it first with \`faucet template deprecate ${id} ` +
        '--undo`, then launch',
    )
  }
  if (before.deprecated_versions?.some((retired) => retired.version === version) === true) {
    throw new AppError(
      'unprocessable',
      `config error: v${version} of template '${id}' is deprecated, so it cannot be launched. Revive it first ` +
        `(\`faucet template deprecate ${id} --version ${version} --undo\`), or launch another version`,
    )
  }
  const seq = await templates.launch(id, version, by)
  const { state: after } = await stateOf(templates, id)
  return { id, version, replaced: before.stable, already_launched: seq === null, status: after.status }
}

/** A registration that was checked; nothing is written yet. */
export interface Draft {
  id: string
  document: TemplateDocument
  previous: TemplateRecord | null
}

/** Everything that is to be known of a registration before it is written (http-api.md 1.10). */
export async function draftOf(templates: TemplatesStore, request: RegisterTemplateRequest): Promise<Draft> {
  const read = readTemplate(request.config, request.config_format)
  if (!read.ok) throw new AppError('unprocessable', read.message)
  const { document } = read
  const id = idOf(request.id, document)
  const row = await templates.get(id)
  const was = row?.read()
  const previous = was?.ok === true ? was.record : null
  if (previous !== null && previous.kind !== document.kind) {
    throw refused(
      `template '${id}' is a ${previous.kind} — a ${document.kind} cannot be registered under the same id (use another ` +
        'id, or delete it first)',
    )
  }
  for (const tag of request.tags) {
    const reason = refuseDerived(tag)
    if (reason !== null) throw new AppError('unprocessable', reason)
  }
  return { id, document, previous }
}

/** Appends the version; then, and only if asked, moves channels and makes it stable. */
export async function register(
  templates: TemplatesStore,
  { id, document, previous }: Draft,
  { config, config_format, description, tags, launch: isLaunched }: RegisterTemplateRequest,
  by: string,
): Promise<TemplateRecord> {
  const { kind, name, params } = document
  const told = description ?? previous?.description ?? document.description
  const record = await templates.register({
    id,
    kind,
    ...(name !== undefined && { name }),
    ...(told !== undefined && { description: told }),
    body: config,
    format: config_format,
    params,
    created_by: by,
  })
  for (const tag of tags) await templates.setTag(id, tag, record.version)
  if (isLaunched) await templates.launch(id, record.version, by)
  return record
}

function idOf(given: string | undefined, { kind, name }: TemplateDocument): string {
  if (given === undefined && name === undefined) {
    throw refused('no template id given and the config has no `name:` to derive one from — pass an explicit id')
  }
  // Building blocks are composed under their own name: their id is nothing else.
  const parsed =
    given === undefined && kind === 'pipeline' ? templateIdOfName(name ?? '') : parseTemplateId(given ?? name ?? '')
  if (!parsed.ok) throw new AppError('unprocessable', parsed.message)
  if (kind !== 'pipeline' && parsed.id !== name) {
    throw refused(
      `a ${kind} is registered under its own hub id ('${name}' — \`owner/name\`, or \`name\` for an official template); ` +
        'drop `--id` or make it match',
    )
  }
  return parsed.id
}

const refused = (reason: string): AppError => new AppError('unprocessable', `config error: ${reason}`)
