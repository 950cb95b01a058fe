import { isJsonObject } from '@/lib/contract/json'
import type { BudgetSpec } from '@/lib/contract/records/changes'
import { Count } from '@/lib/contract/records/primitives'
import { type ConfigFormat, parseConfig } from './config-doc'

const LIMITS = ['max_records', 'max_bytes', 'max_duration_secs'] as const

/** An entry that names no sink: it denies every one, on every release. */
const NO_SINK = '!none'

/** Why a budget cannot be taken; null: it can. */
export function budgetError(budget: BudgetSpec): string | null {
  for (const name of LIMITS) {
    if (budget[name] !== undefined && BigInt(budget[name]) === 0n) {
      return `budget.${name} must be greater than 0 (omit it for no ceiling)`
    }
  }
  if (budget.allowed_sinks?.some((sink) => sink.trim() === '')) return 'budget.allowed_sinks contains an empty entry'
  return null
}

/**
 * The stricter of both. Lists without a common sink leave none: engines up to 1.13.2 would read an empty list as "any"
 * (storage.md trap 45).
 */
export function mergeBudgets(a: BudgetSpec, b: BudgetSpec): BudgetSpec {
  const merged: BudgetSpec = {}
  for (const name of LIMITS) {
    const limit = lower(a[name], b[name])
    if (limit !== undefined) merged[name] = limit
  }
  const sinks = common(a.allowed_sinks ?? [], b.allowed_sinks ?? [])
  if (sinks.length > 0) merged.allowed_sinks = sinks
  return merged
}

function lower(a: Count | undefined, b: Count | undefined): Count | undefined {
  if (a === undefined || b === undefined) return a ?? b
  return BigInt(a) <= BigInt(b) ? a : b
}

function common(a: readonly string[], b: readonly string[]): string[] {
  if (a.length === 0 || b.length === 0) return [...a, ...b]
  const both = a.filter((sink) => b.includes(sink))
  return both.length > 0 ? both : [NO_SINK]
}

/** May a row write there? A sink is named by its template in the config, or by its kind. */
export const sinkAllowed = ({ allowed_sinks = [] }: BudgetSpec, template: string, kind: string): boolean =>
  allowed_sinks.length === 0 || allowed_sinks.includes(template) || allowed_sinks.includes(kind)

/** The budget that a kept config sets, as far as it can be read; null: none, or nobody can tell. */
export function budgetIn(text: string, format: ConfigFormat): BudgetSpec | null {
  const parsed = parseConfig(text, format)
  const budget = parsed.ok && isJsonObject(parsed.doc) ? parsed.doc['budget'] : undefined
  if (!isJsonObject(budget)) return null
  const told: BudgetSpec = {}
  for (const name of LIMITS) {
    const limit = Count.safeParse(budget[name])
    if (limit.success) told[name] = limit.data
  }
  const sinks = budget['allowed_sinks']
  if (Array.isArray(sinks)) told.allowed_sinks = sinks.filter((sink) => typeof sink === 'string')
  return Object.keys(told).length === 0 ? null : told
}
