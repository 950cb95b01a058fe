import { bodyText } from '@/lib/contract/body'
import type { TemplatesStore } from '@/lib/contract/ports/templates'
import { TemplateRecord } from '@/lib/contract/records/templates'
import { type Stored, stored } from '@/lib/contract/stored'
import { versionOf, versionsToPrune } from '@/lib/derive/template-versions'
import { newestFirst } from '@/lib/store/kit/newest-first'
import {
  deprecationColumns,
  deprecationOf,
  launchesOf,
  numbersOf,
  readNumber,
  tagsOf,
  versionDeprecationsOf,
} from '@/lib/store/kit/template-rows'
import { shortest, ts9 } from '@/lib/store/kit/ts9'
import { keyOf, type MemoryEnv, type TableRow } from './state'

const templateRow = ({ body, ...columns }: TableRow): Stored<TemplateRecord> =>
  stored(TemplateRecord, columns, body ?? '')

export function createMemoryTemplates({ state, clock }: MemoryEnv): TemplatesStore {
  const rows = state.table('faucet_templates')
  const tags = state.table('faucet_template_tags')
  const launches = state.table('faucet_template_launches')
  const retired = state.table('faucet_template_deprecations')
  const retiredVersions = state.table('faucet_template_version_deprecations')

  const versionsOf = (id: string) => numbersOf(of(rows, id).map((row) => row['version']))

  return {
    async register(draft) {
      const now = clock.now()
      const version = (versionsOf(draft.id)[0] ?? 0) + 1
      const record = versionOf(draft, version, shortest(now, now))
      rows.set(keyOf(draft.id, String(version)), {
        id: draft.id,
        version: String(version),
        name: draft.name ?? null,
        created_at: ts9(now),
        body: bodyText(TemplateRecord, record),
      })
      for (const old of versionsToPrune(versionsOf(draft.id))) rows.delete(keyOf(draft.id, String(old)))
      return record
    },

    async get(id, version) {
      const wanted = version ?? versionsOf(id)[0]
      const row = wanted === undefined ? undefined : rows.get(keyOf(id, String(wanted)))
      return row === undefined ? null : templateRow(row)
    },

    async list() {
      const highest = new Map<string, TableRow>()
      for (const row of rows.values()) {
        const [id, number] = [row['id'] ?? '', readNumber(row['version'])]
        if (number !== null && number > (readNumber(highest.get(id)?.['version']) ?? -1)) highest.set(id, row)
      }
      return [...highest.values()].sort(newestFirst).map(templateRow)
    },

    versions: async (id) => versionsOf(id),

    async remove(id, version) {
      if (version === 'all') {
        const removed = drop(rows, id)
        for (const table of [tags, launches, retired, retiredVersions]) drop(table, id)
        return removed
      }
      if (of(rows, id).length === 0) return 0
      const text = String(version)
      const removed = rows.delete(keyOf(id, text)) ? 1 : 0
      retiredVersions.delete(keyOf(id, text))
      const isLast = of(rows, id).length === 0
      for (const table of [tags, launches]) drop(table, id, (row) => isLast || row['version'] === text)
      return removed
    },

    async setTag(id, tag, version) {
      tags.set(keyOf(id, tag), { id, tag, version: String(version), updated_at: ts9(clock.now()) })
    },

    tags: async (id) => tagsOf(of(tags, id), clock.now()),

    removeTag: async (id, tag) => tags.delete(keyOf(id, tag)),

    async launch(id, version, by) {
      const now = clock.now()
      const [newest] = launchesOf(of(launches, id), now)
      if (newest?.version === version) return null
      const seq = (newest?.seq ?? 0) + 1
      launches.set(keyOf(id, String(seq)), {
        id,
        seq: String(seq),
        version: String(version),
        launched_at: ts9(now),
        launched_by: by,
      })
      return seq
    },

    launches: async (id) => launchesOf(of(launches, id), clock.now()),

    async setDeprecation(id, deprecation) {
      if (deprecation === null) retired.delete(id)
      else retired.set(id, { id, ...deprecationColumns(deprecation) })
    },

    async deprecation(id) {
      const row = retired.get(id)
      return row === undefined ? null : deprecationOf(row, clock.now())
    },

    async setVersionDeprecation(id, version, deprecation) {
      const key = keyOf(id, String(version))
      if (deprecation === null) retiredVersions.delete(key)
      else retiredVersions.set(key, { id, version: String(version), ...deprecationColumns(deprecation) })
    },

    versionDeprecations: async (id) => versionDeprecationsOf(of(retiredVersions, id), clock.now()),
  }
}

const of = (table: ReadonlyMap<string, TableRow>, id: string): TableRow[] =>
  [...table.values()].filter((row) => row['id'] === id)

/** Removes rows of a template; returns how many. */
function drop(table: Map<string, TableRow>, id: string, which: (row: TableRow) => boolean = () => true): number {
  let removed = 0
  for (const [key, row] of table) {
    if (row['id'] !== id || !which(row)) continue
    table.delete(key)
    removed++
  }
  return removed
}
