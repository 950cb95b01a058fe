import { isJsonObject, type Json, writeJson } from '@/lib/contract/json'
import type { ChangePlan } from '@/lib/contract/records/changes'
import type { TemplateState } from '@/lib/contract/records/templates'
import { sortedJson } from './sorted-json'
import { type Selector, selectorText } from './template-select'

/** Hex SHA-256 of a text's UTF-8 bytes. Handed in: pure code has no hash of its own. */
export type Sha256 = (text: string) => string

/** What a row of a plan is judged by; the rest (probe, impact, policy, lineage, sample) tells about the world. */
const MATERIAL = [
  'row',
  'source',
  'sink',
  'write_mode',
  'delivery_guarantee',
  'transforms',
  'quality',
  'contract',
  'masking',
  'schema_drift',
] as const

/**
 * Hash of plan rows. Engines up to 1.13.2 take the members by name or as declared, whichever they were built for, later
 * ones as declared: a stored material is compared, never computed anew from its rows.
 */
export function rowsMaterial(rows: readonly Json[], sha256: Sha256, order: 'by name' | 'declared' = 'by name'): string {
  const names = order === 'by name' ? [...MATERIAL].sort() : MATERIAL
  return sha256(
    writeJson(rows.map((row) => Object.fromEntries(names.map((name) => [name, memberOf(row, name) ?? null])))),
  )
}

/** A run's material: another selection is another change, even when it keeps the same rows. */
export const runMaterial = (rows: string, selection: string | null, sha256: Sha256): string =>
  selection === null ? rows : sha256(`${rows}\nselection=${selection}`)

export const registerMaterial = (
  { id, kind, config, launch, rows }: { id: string; kind: string; config: string; launch: boolean; rows: string },
  sha256: Sha256,
): string => sha256(`${id}\n${kind}\n${sha256(config)}\n${launch}\n${rows}`)

/** A launch's material. `body`, the version's config text, counts where engines from 1.16 on carry the launch out. */
export const launchMaterial = (
  id: string,
  version: number,
  stable: number | null,
  sha256: Sha256,
  more: { body?: string } = {},
): string => sha256(`${id}\n${version}\n${some(stable)}${more.body === undefined ? '' : `\n${sha256(more.body)}`}`)

/** Material of a removal (engines from 1.14 on): versions highest first. */
export const deleteMaterial = (
  id: string,
  versions: readonly number[],
  stable: number | null,
  sha256: Sha256,
): string => sha256(`delete\n${id}\n[${versions.join(', ')}]\n${some(stable)}`)

/** Material of a version's deprecation or its undoing (engines from 1.14 on). */
export const deprecateMaterial = (
  { id, version, undo, deprecated }: { id: string; version: number; undo: boolean; deprecated: boolean },
  sha256: Sha256,
): string => sha256(`deprecate\n${id}\n${version}\n${undo}\n${deprecated}`)

/**
 * The plan of a registration. Rows of a pipeline are made by an engine; what stands on its own has none. `previous` is the
 * highest version just now.
 */
export const registerPlan = (
  { id, kind, config, launch, tags, previous, rows = [] }: Registration,
  sha256: Sha256,
  order: 'by name' | 'declared' = 'by name',
): ChangePlan => ({
  material: registerMaterial({ id, kind, config, launch, rows: rowsMaterial(rows, sha256, order) }, sha256),
  ...(rows.length > 0 && { rows: [...rows] }),
  summary: {
    launch,
    previous_version: previous,
    rows: rows.length,
    tags: [...tags],
    template: id,
    template_kind: kind,
  },
})

export interface Registration {
  id: string
  kind: string
  config: string
  launch: boolean
  tags: readonly string[]
  previous: number | null
  rows?: readonly Json[]
}

/** The plan of a launch of `version`, which `selector` means just now. */
export const launchPlan = (
  { id, version, selector, state }: { id: string; version: number; selector: Selector; state: TemplateState },
  sha256: Sha256,
  more: { body?: string } = {},
): ChangePlan => ({
  material: launchMaterial(id, version, state.stable, sha256, more),
  summary: {
    selector: selectorText(selector),
    stable_before: state.stable,
    status_before: state.status,
    target_version: version,
    template: id,
  },
})

/** What differs between two plans, row by row. Empty: nothing that counts. */
export function materialDiff(before: readonly Json[], after: readonly Json[]): string[] {
  const differences = before.flatMap((old) => {
    const now = after.find((row) => nameOf(row) === nameOf(old))
    if (now === undefined) return [`row \`${nameOf(old)}\` is gone`]
    return MATERIAL.filter((field) => field !== 'row').flatMap((field) => {
      const [was, is] = [memberOf(old, field), memberOf(now, field)]
      if (text(was) === text(is)) return []
      return [`row \`${nameOf(old)}\`: ${field} was ${text(was)} and is now ${text(is)}`]
    })
  })
  const fresh = after.filter((row) => !before.some((old) => nameOf(old) === nameOf(row)))
  return [...differences, ...fresh.map((row) => `row \`${nameOf(row)}\` is new`)]
}

/** Why an approved request is not carried out: the error it ends with. Null: the plans agree, or there was none. */
export function planChanged(before: ChangePlan | undefined, after: ChangePlan): string | null {
  if (before === undefined || before.material === after.material) return null
  const differences = materialDiff(before.rows ?? [], after.rows ?? [])
  return differences.length === 0
    ? `the plan changed since approval (${text(before.summary)} → ${text(after.summary)})`
    : `the plan changed since approval: ${differences.join('; ')}`
}

const some = (version: number | null): string => (version === null ? 'None' : `Some(${version})`)

const memberOf = (row: Json, name: string): Json | undefined => (isJsonObject(row) ? row[name] : undefined)

function nameOf(row: Json): string {
  const name = memberOf(row, 'row')
  return typeof name === 'string' ? name : ''
}

/** JSON of a member; nothing for a missing one, which is not the same as null. */
const text = (value: Json | undefined): string => (value === undefined ? '' : writeJson(sortedJson(value)))
