import { isJsonObject, type Json } from '@/lib/contract/json'
import { seen } from './request-shape'

const HINT =
  '\n\nhint: top-level `source:` / `sink:` is no longer supported. Wrap them in a `pipeline:` block — see `faucet init` ' +
  'for the new shape.'

/**
 * Why no engine could take this document for a pipeline, in its words; null: one might. Only what needs no connector is
 * looked at: the rest an engine finds out when it claims the run (http-api.md 4.4).
 */
export function pipelineError(doc: Json): string | null {
  if (!isJsonObject(doc)) return refused(notAMap(doc))
  const { kind, version = 1, pipeline } = doc
  if (kind !== undefined && kind !== null && kind !== 'pipeline') {
    return refused(
      typeof kind === 'string'
        ? `unknown variant \`${kind}\`, expected \`pipeline\``
        : `invalid type: ${seen(kind)}, expected string or map`,
    )
  }
  if (doc['name'] !== undefined && doc['name'] !== null && typeof doc['name'] !== 'string') {
    return refused(`invalid type: ${seen(doc['name'])}, expected a string`)
  }
  if (pipeline === undefined) return refused(`missing field \`pipeline\`${HINT}`)
  if (!isJsonObject(pipeline)) return refused(`invalid type: ${seen(pipeline)}, expected struct PipelineSpec`)
  if (String(version) === '1') return null
  return refused(
    /^\d+$/.test(String(version))
      ? `unsupported pipeline version ${String(version)}, only version 1 is recognised`
      : `invalid type: ${seen(version)}, expected u32`,
  )
}

/** A list is read as the members in their order: the first is a kind. */
const notAMap = (doc: Json): string =>
  Array.isArray(doc) && doc.length > 0
    ? `invalid type: ${seen(doc[0])}, expected string or map`
    : `invalid type: ${seen(doc)}, expected struct PipelineConfig`

const refused = (reason: string): string => `failed to parse config '<submitted>': ${reason}`

/** Is it a graph of nodes rather than one source and one sink? */
export function isTopology(doc: Json): boolean {
  const pipeline = isJsonObject(doc) ? doc['pipeline'] : undefined
  const nodes = isJsonObject(pipeline) ? pipeline['nodes'] : undefined
  if (Array.isArray(nodes)) return nodes.length > 0
  return isJsonObject(nodes) && Object.keys(nodes).length > 0
}
