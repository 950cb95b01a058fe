import { isJsonObject, type Json, type JsonObject } from '@/lib/contract/json'
import type { ConfigPath } from './config-tree'

/** A block of a config beside its two ends: where it stands, and under which heading. */
export interface BlockPlace {
  name: string
  path: ConfigPath
  isSet: boolean
  note: string | null
}

export interface ConfigParts {
  source: JsonObject | null
  sink: JsonObject | null
  transforms: Json[]
  /** Why the ends have no form; null: they have. */
  endless: string | null
  name: string | null
}

/** The parts that the guided form knows. */
export function partsOf(doc: Json): ConfigParts {
  const root = isJsonObject(doc) ? doc : {}
  const pipeline = isJsonObject(root['pipeline'] ?? null) ? (root['pipeline'] as JsonObject) : {}
  const end = (name: string): JsonObject | null => {
    const value = pipeline[name] ?? null
    return isJsonObject(value) ? value : null
  }
  const { transforms, name = root['name'] } = { transforms: pipeline['transforms'], name: root['name'] }
  return {
    source: end('source'),
    sink: end('sink'),
    transforms: Array.isArray(transforms) ? transforms : [],
    endless: endlessOf(pipeline),
    name: typeof name === 'string' ? name : null,
  }
}

function endlessOf(pipeline: JsonObject): string | null {
  if (pipeline['nodes'] !== undefined) return 'This pipeline is made of nodes'
  if (pipeline['sources'] !== undefined || pipeline['sinks'] !== undefined) {
    return 'This pipeline names several sources or sinks for its matrix'
  }
  return null
}

const ENDS: ReadonlySet<string> = new Set(['source', 'sink', 'transforms', 'sources', 'sinks', 'nodes'])
const HEAD: ReadonlySet<string> = new Set(['version', 'name', 'pipeline', 'kind'])

/** What an engine knows of a block. */
export interface KnownBlock {
  name: string
  description: string | null
  /** `pipeline`: inside it; else beside it. */
  placement: string
}

/** The blocks that an engine knows and those that the text has, in that order; `state` is one of the former. */
export function blocksOf(doc: Json, known: readonly KnownBlock[]): BlockPlace[] {
  const root = isJsonObject(doc) ? doc : {}
  const pipeline = isJsonObject(root['pipeline'] ?? null) ? (root['pipeline'] as JsonObject) : {}
  const places = known.map(({ name, description, placement }): BlockPlace => {
    const isInside = placement === 'pipeline'
    return {
      ...{ name, note: description, path: isInside ? ['pipeline', name] : [name] },
      isSet: (isInside ? pipeline : root)[name] !== undefined,
    }
  })
  const others = [
    ...Object.keys(pipeline).flatMap((name) => (ENDS.has(name) ? [] : [['pipeline', name]])),
    ...Object.keys(root).flatMap((name) => (HEAD.has(name) ? [] : [[name]])),
  ]
  const named = new Set(places.map(({ path }) => path.join('\n')))
  return [
    ...places,
    ...others
      .filter((path) => !named.has(path.join('\n')))
      .map((path): BlockPlace => ({ name: path.at(-1) ?? '', path, isSet: true, note: null })),
  ]
}

const RELIABILITY = ['state', 'dlq', 'delivery', 'resilience', 'sla', 'rollback', 'execution', 'retry', 'budget']
const GOVERNANCE = [
  'quality',
  'contract',
  'masking',
  'schema_drift',
  'schema',
  'policy',
  'lineage',
  'profiling',
  'usage',
]

export function groupOf(name: string): 'Reliability' | 'Governance' | 'Other blocks' {
  if (RELIABILITY.includes(name)) return 'Reliability'
  return GOVERNANCE.includes(name) ? 'Governance' : 'Other blocks'
}
