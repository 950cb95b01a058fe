import type {
  DeprecationRecord,
  LaunchRecord,
  TagRecord,
  TemplateState,
  VersionDeprecation,
} from '@/lib/contract/records/templates'

/** The launched version. The log is newest first. */
export const stableVersion = (launches: readonly LaunchRecord[]): number | null => launches[0]?.version ?? null

/** What was launched before it; repeats of the launched version, which only a hand-made log has, are passed over. */
export const previousVersion = (launches: readonly LaunchRecord[]): number | null =>
  launches.find(({ version }) => version !== launches[0]?.version)?.version ?? null

/**
 * What the rows of a template mean together (records.md 7.4): versions descending, launches newest first.
 * `passed`, where engines from 1.14 on work, are the versions whose exact text once passed its tests: from the first
 * launch on only such a one can be the newest.
 */
export function assembleTemplateState(
  versions: readonly number[],
  launches: readonly LaunchRecord[],
  tags: readonly TagRecord[],
  deprecation: DeprecationRecord | null,
  versionDeprecations: readonly VersionDeprecation[],
  more: { passed?: ReadonlySet<number> } = {},
): TemplateState {
  const stable = stableVersion(launches)
  const existing = new Set(versions)
  const retired = versionDeprecations
    .filter(({ version }) => existing.has(version))
    .sort((a, b) => b.version - a.version)
  const isRetired = new Set(retired.map(({ version }) => version))
  const passed = stable === null ? undefined : more.passed
  return {
    status: deprecation !== null ? 'deprecated' : stable !== null ? 'launched' : 'draft',
    versions: [...versions],
    stable,
    previous: previousVersion(launches),
    newest: versions.find((version) => !isRetired.has(version) && (passed?.has(version) ?? true)) ?? null,
    tags: Object.fromEntries(tags.map(({ tag, version }) => [tag, version])),
    ...(deprecation !== null && { deprecation }),
    ...(retired.length > 0 && { deprecated_versions: retired }),
  }
}

/** What a run of that version warns about; the template's deprecation speaks before the version's. */
export function deprecationWarning(state: TemplateState, version: number): string | null {
  if (state.status === 'deprecated') return state.deprecation?.reason ?? 'this template is deprecated'
  const retired = state.deprecated_versions?.find((each) => each.version === version)
  if (retired === undefined) return null
  return retired.reason === undefined ? `v${version} is deprecated` : `v${version} is deprecated: ${retired.reason}`
}
