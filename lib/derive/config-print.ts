import { Document, Scalar, type ScalarTag, visit } from 'yaml'
import { isExact, type Json, writeJson } from '@/lib/contract/json'
import { type ConfigFormat, parseConfig } from './config-doc'
import { indented } from './submission-text'

/** A config text of that value: block YAML, or JSON with a member a line. */
export const printConfig = (value: Json, format: ConfigFormat): string =>
  format === 'json' ? `${indented(writeJson(value))}\n` : yamlDocument(value).toString(PRINTED)

/** Long lines stay lines: what is folded is hard to read, and to compare. */
export const PRINTED = { lineWidth: 0, flowCollectionPadding: true } as const

/** A document of that value, whose texts are read as texts by every reader of YAML. */
export function yamlDocument(value: Json): Document {
  const doc = new Document(value, { customTags: (tags) => [DIGITS, ...tags], aliasDuplicateObjects: false })
  visit(doc, { Scalar: (_, node) => spell(node) })
  return doc
}

/** Numbers that a double would change keep their digits. */
export const DIGITS: ScalarTag = {
  tag: 'tag:yaml.org,2002:float',
  default: true,
  test: /^(?!)/,
  identify: (value) => isExact(value),
  resolve: (text) => text,
  stringify: ({ value }) => String(value),
}

/**
 * Quotes a text that somebody could take for something else. Readers differ: `yes` is a switch to old ones, `0b1` a number to
 * engines, `2026-01-01` a date to others; so only what is plainly words stands bare.
 */
export function spell(node: Scalar): void {
  if (typeof node.value !== 'string') return
  const text = node.value
  if (isBare(text)) node.type = Scalar.PLAIN
  else if (/^\S[\s\S]*\n/.test(text.trimEnd()) && !/[\p{Cc}\ufeff]/u.test(text.replaceAll('\n', ''))) {
    node.type = Scalar.BLOCK_LITERAL
  } else node.type = /["\\]/.test(text) && !/['\p{C}]/u.test(text) ? Scalar.QUOTE_SINGLE : Scalar.QUOTE_DOUBLE
}

const isBare = (text: string): boolean => /^\d+(?:ms|[smhdw])$/.test(text) || isWords(text)

const isWords = (text: string): boolean =>
  /^[\p{L}_/.][\p{L}\p{N}_./@+()$*%=;<>^|~-]*(?:[ :][\p{L}\p{N}_./@+()$*%=;<>^|~-]+)*$/u.test(text) &&
  !/^\.\d/.test(text) &&
  !/: |:$/.test(text) &&
  !WORDS.test(text)
const WORDS = /^(?:y|yes|n|no|on|off|true|false|null|~|\.inf|\.nan)$/i

export type Converted = { ok: true; text: string; lost: string[] } | { ok: false; message: string }

/** The same config in the other language, and what it cannot say there. */
export function convertConfig(text: string, from: ConfigFormat): Converted {
  const to = from === 'json' ? 'yaml' : 'json'
  if (text.trim() === '') return { ok: true, text, lost: [] }
  const parsed = parseConfig(text, from)
  if (!parsed.ok) return parsed
  return { ok: true, text: printConfig(parsed.doc, to), lost: from === 'yaml' ? lostOf(text) : [] }
}

/** What YAML says beside its values. */
function lostOf(text: string): string[] {
  const comments = text.split('\n').filter((line) => /(?:^|\s)#/.test(withoutQuotes(line))).length
  const anchors = (text.match(/(?:^|[\s[{,])&[\w-]+(?=\s|$)/g) ?? []).length
  return [
    ...(comments > 0 ? [comments === 1 ? '1 comment' : `${comments} comments`] : []),
    ...(anchors > 0 ? [anchors === 1 ? '1 anchor' : `${anchors} anchors`] : []),
  ]
}

const withoutQuotes = (line: string): string => line.replace(/"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'/g, '')
