import { isJsonObject, type Json } from '@/lib/contract/json'
import type { Timestamp } from '@/lib/contract/records/primitives'
import type { LaunchRecord, TagRecord, TemplateDraft, TemplateRecord } from '@/lib/contract/records/templates'
import { previousVersion, stableVersion } from './template-state'

/** How many versions of a template are kept. */
export const VERSIONS_KEPT = 20

/** The draft as that version: members in declared order, parameters by name, as engines write them. */
export function versionOf(draft: TemplateDraft, version: number, createdAt: Timestamp): TemplateRecord {
  const { id, kind, name, description, body, format, params, created_by } = draft
  return {
    id,
    version,
    kind,
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    body,
    format,
    params: Object.fromEntries(Object.entries(params).sort(([a], [b]) => (a < b ? -1 : 1))),
    created_at: createdAt,
    ...(created_by !== undefined && { created_by }),
  }
}

/** What goes when only the newest are kept, highest first. Engines up to 1.13.2 protect nothing. */
export function versionsToPrune(versions: readonly number[], spared: ReadonlySet<number> = new Set()): number[] {
  return [...versions]
    .sort((a, b) => b - a)
    .slice(VERSIONS_KEPT)
    .filter((version) => !spared.has(version))
}

/** Versions that somebody gets by a name: stable, previous and every channel's target. */
export function namedVersions(launches: readonly LaunchRecord[], tags: readonly TagRecord[]): Set<number> {
  const named = new Set(tags.map(({ version }) => version))
  for (const version of [stableVersion(launches), previousVersion(launches)]) if (version !== null) named.add(version)
  return named
}

/** Versions of a template that launch requests name by number, given their payloads. */
export const launchPins = (payloads: readonly Json[], id: string): number[] =>
  payloads.flatMap((payload) => {
    if (!isJsonObject(payload) || payload['id'] !== id) return []
    const version = payload['version']
    const digits = typeof version === 'number' ? String(version) : version
    return typeof digits === 'string' && /^\d+$/.test(digits) ? [Number(digits)] : []
  })
