import {
  type Document,
  isAlias,
  isCollection,
  isMap,
  isSeq,
  type Node,
  type Pair,
  parseDocument,
  visit,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml'
import { isJsonObject, type Json, type JsonObject, writeJson } from '@/lib/contract/json'
import { type ConfigFormat, parseConfig } from './config-doc'
import { DIGITS, PRINTED, printConfig, spell, yamlDocument } from './config-print'
import { type ConfigPath, type ConfigTree, nameOf, nodeAt, readTree } from './config-tree'
import { sortedJson } from './sorted-json'

/** One change of what a config says. A list is named by its path; `set` makes whatever is missing on the way. */
export type ConfigEdit =
  | { op: 'set'; path: ConfigPath; value: Json }
  | { op: 'remove'; path: ConfigPath }
  | { op: 'insert'; path: ConfigPath; index: number; value: Json }
  | { op: 'move'; path: ConfigPath; from: number; to: number }

export type EditedConfig = { ok: true; text: string } | { ok: false; message: string }

/**
 * The text after a change: everything that the change is not about keeps its bytes, comments and spelling included. Where
 * that cannot be done it is printed anew with its comments, and what comes out always says what was meant: it is read again.
 * A text that cannot be read, or a part that an alias repeats, is not changed.
 */
export function editConfig(text: string, format: ConfigFormat, edit: ConfigEdit): EditedConfig {
  const parsed = parseConfig(text.trim() === '' ? '{}' : text, format)
  if (!parsed.ok) return parsed
  const meant = applied(parsed.doc, edit)
  if (meant === undefined) return { ok: false, message: 'There is no such place in the config' }
  if (text.trim() === '' || format === 'json') return { ok: true, text: printConfig(meant, format) }
  const tree = readTree(text, format)
  if (passesAlias(tree, edit.path)) {
    return { ok: false, message: 'This part repeats another by an alias: it is changed in the text' }
  }
  const says = (candidate: string | null): candidate is string => {
    if (candidate === null) return false
    const read = parseConfig(candidate, 'yaml')
    return read.ok && isSame(read.doc, meant)
  }
  const spliced = splice(tree, edit)
  if (says(spliced)) return { ok: true, text: spliced }
  const reprinted = reprint(text, edit)
  if (says(reprinted)) return { ok: true, text: reprinted }
  return { ok: true, text: printConfig(meant, format) }
}

const isSame = (a: Json, b: Json): boolean => writeJson(sortedJson(a)) === writeJson(sortedJson(b))

/** The value after the change; undefined: the change is about nothing that is there. */
function applied(doc: Json, edit: ConfigEdit): Json | undefined {
  const [step, ...rest] = edit.path
  if (step === undefined) return edit.op === 'set' ? edit.value : changedList(doc, edit)
  if (Array.isArray(doc)) return changedItem(doc, Number(step), { ...edit, path: rest })
  const object: JsonObject = isJsonObject(doc) ? doc : {}
  const name = String(step)
  if (edit.op === 'remove' && rest.length === 0) {
    const { [name]: _, ...others } = object
    return others
  }
  const inner = object[name]
  if (inner === undefined && edit.op === 'remove') return object
  // What is no object gives way to what is set in it, and a list comes to be by its first item.
  const changed = applied(inner ?? null, { ...edit, path: rest })
  return changed === undefined ? undefined : { ...object, [name]: changed }
}

function changedItem(list: Json[], index: number, edit: ConfigEdit): Json | undefined {
  if (!Number.isInteger(index) || index < 0 || index > list.length) return undefined
  if (edit.op === 'remove' && edit.path.length === 0) return list.filter((_, at) => at !== index)
  const changed = applied(list[index] ?? null, edit)
  return changed === undefined ? undefined : [...list.slice(0, index), changed, ...list.slice(index + 1)]
}

function changedList(value: Json, edit: ConfigEdit): Json | undefined {
  const list = Array.isArray(value) ? value : value === null ? [] : undefined
  if (list === undefined) return undefined
  if (edit.op === 'insert') return [...list.slice(0, edit.index), edit.value, ...list.slice(edit.index)]
  if (edit.op !== 'move') return undefined
  return reordered(list, edit.from, edit.to) ?? undefined
}

function passesAlias(tree: ConfigTree, path: ConfigPath): boolean {
  for (let length = 0; length <= path.length; length++) {
    const parent = nodeAt(tree, path.slice(0, length - 1))
    const step = path[length - 1]
    const node = length === 0 ? tree.doc.contents : isMap(parent) ? pairOf(parent, step)?.value : itemOf(parent, step)
    if (isAlias(node)) return true
  }
  return false
}

const pairOf = (map: YAMLMap, step: string | number | undefined): Pair | undefined =>
  map.items.find((pair) => nameOf(pair.key) === String(step))
const itemOf = (node: unknown, step: string | number | undefined): unknown =>
  isSeq(node) ? node.items[Number(step)] : undefined

// The change as one replaced stretch of the text. Null: it is not that simple.

function splice(tree: ConfigTree, edit: ConfigEdit): string | null {
  const node = nodeAt(tree, edit.path)
  switch (edit.op) {
    case 'set':
      return node === undefined ? addIn(tree, edit.path, edit.value) : replace(tree, edit.path, node, edit.value)
    case 'remove':
      return removeIn(tree, edit.path)
    case 'insert':
      return isSeq(node) ? insertIn(tree, node, edit.index, edit.value) : addIn(tree, edit.path, [edit.value])
    case 'move':
      return isSeq(node) ? moveIn(tree, node, edit.from, edit.to) : null
  }
}

const cut = (text: string, from: number, to: number, insert: string): string =>
  text.slice(0, from) + insert + text.slice(to)

/** A scalar for a scalar, in its place. */
function replace({ text }: ConfigTree, path: ConfigPath, node: Node, value: Json): string | null {
  const [from, to] = node.range ?? []
  if (from === undefined || to === undefined || isMap(node) || isSeq(node)) return null
  const isBlock = text[from] === '|' || text[from] === '>'
  if (typeof value === 'string' && value.includes('\n')) {
    const lines = literalOf(value, columnOfKey(text, from) + 2)
    // Between braces there are no lines.
    if (lines === null || path.length === 0) return null
    const rest = isBlock ? '' : text.slice(to, endOfLine(text, to)).trim()
    return rest === '' ? cut(text, from, isBlock ? to : endOfLine(text, to) + 1, lines) : null
  }
  const line = inline(value)
  if (line === null) return null
  if (isBlock) return cut(text, from, to, `${line}\n`)
  // Of an empty value only the name stands there, and its colon wants a blank.
  return cut(text, from, to, from === to && !/\s/.test(text[from - 1] ?? ' ') ? ` ${line}` : line)
}

/** How far in the line's name stands that holds this value. */
function columnOfKey(text: string, at: number): number {
  const start = startOfLine(text, at)
  const [lead = ''] = /^\s*(?:- +)*/.exec(text.slice(start, at)) ?? []
  return lead.length
}

function literalOf(value: string, indent: number): string | null {
  if (/[\p{Cc}\ufeff]/u.test(value.replaceAll('\n', '')) || /^\s/.test(value) || value.trim() === '') return null
  const body = value.replace(/\n+$/, '')
  const ends = value.length - body.length
  const lead = ' '.repeat(indent)
  const lines = body.split('\n').map((line) => (line === '' ? '' : lead + line))
  return `|${ends === 0 ? '-' : ends > 1 ? '+' : ''}\n${lines.join('\n')}\n${'\n'.repeat(Math.max(0, ends - 1))}`
}

/** On one line, in either style; null: it has no place there. */
function inline(value: Json): string | null {
  if (typeof value === 'string' && value.includes('\n')) return writeJson(value)
  const doc = yamlDocument(value)
  visit(doc, {
    Collection: (_, node) => {
      node.flow = true
    },
  })
  const line = doc.toString(PRINTED).replace(/\n$/, '')
  return line.includes('\n') ? null : line
}

/** A member that is not there yet, after those that are. */
function addIn(tree: ConfigTree, path: ConfigPath, value: Json): string | null {
  const { text } = tree
  // What is missing on the way comes with it.
  let depth = path.length - 1
  while (depth > 0 && nodeAt(tree, path.slice(0, depth)) === undefined) depth--
  const missing = path.slice(depth + 1).reduceRight<Json>((inner, step) => ({ [String(step)]: inner }), value)
  const map = nodeAt(tree, path.slice(0, depth))
  const name = String(path[depth])
  if (!isMap(map) || pairOf(map, name) !== undefined) return null
  const last = map.items.at(-1)
  const end = endOf(last)
  if (map.flow === true || end === null) {
    const line = inline({ [name]: missing })
    const [from, to] = map.range ?? []
    if (line === null || from === undefined || to === undefined) return null
    if (end === null) return cut(text, from, to, line)
    return cut(text, end, end, `, ${line.replace(/^\{ (.*) \}$/s, '$1')}`)
  }
  const first = map.items[0]?.key as Node | undefined
  const at = first?.range?.[0]
  if (at === undefined) return null
  return insertLines(text, end, block({ [name]: missing }, at - startOfLine(text, at)))
}

/** Where a member's value ends, or its name where it has none. */
function endOf(pair: Pair | undefined): number | null {
  const value = (pair?.value as Node | null | undefined)?.range
  const key = (pair?.key as Node | null | undefined)?.range
  if (value && value[1] > value[0]) return value[1]
  return value?.[1] ?? key?.[1] ?? null
}

/** Lines of a value in block style, moved in by so many blanks. */
function block(value: Json, indent: number): string {
  const lead = ' '.repeat(indent)
  return yamlDocument(value)
    .toString(PRINTED)
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => (line === '' ? '' : lead + line))
    .join('\n')
}

/** Whole lines after the one that `end` is in. */
function insertLines(text: string, end: number, lines: string): string {
  const at = text[end - 1] === '\n' ? end : endOfLine(text, end) + 1
  return at > text.length ? `${text}\n${lines}\n` : cut(text, at, at, `${lines}\n`)
}

const startOfLine = (text: string, at: number): number => text.lastIndexOf('\n', at - 1) + 1
const endOfLine = (text: string, at: number): number => {
  const end = text.indexOf('\n', at)
  return end === -1 ? text.length : end
}

function removeIn(tree: ConfigTree, path: ConfigPath): string | null {
  const parent = nodeAt(tree, path.slice(0, -1))
  const step = path.at(-1)
  if (isMap(parent)) {
    const index = parent.items.findIndex((pair) => nameOf(pair.key) === String(step))
    const spans = parent.items.map((pair) => spanOfPair(pair))
    return removePart(tree.text, parent, spans, index, '{}')
  }
  if (!isSeq(parent)) return null
  return removePart(tree.text, parent, parent.items.map(spanOfItem), Number(step), '[]')
}

type Part = { from: number; to: number } | null
const spanOfItem = (item: unknown): Part => {
  const range = (item as Node | null | undefined)?.range
  return range ? { from: range[0], to: range[1] } : null
}
const spanOfPair = (pair: Pair): Part => {
  const from = (pair.key as Node | undefined)?.range?.[0]
  const to = endOf(pair)
  return from === undefined || to === null ? null : { from, to }
}

function removePart(
  text: string,
  parent: YAMLMap | YAMLSeq,
  parts: readonly Part[],
  index: number,
  empty: string,
): string | null {
  const part = parts[index]
  const [from, to] = parent.range ?? []
  if (part == null || from === undefined || to === undefined) return null
  if (parts.length === 1) return parent.flow === true ? cut(text, from, to, empty) : null
  if (parent.flow === true) {
    const [before, next] = [parts[index - 1], parts[index + 1]]
    if (before) return cut(text, before.to, part.to, '')
    return next ? cut(text, part.from, next.from, '') : null
  }
  const start = startOfLine(text, part.from)
  // Something else begins on the same line: an item that holds the map, or a brace.
  if (!(isSeq(parent) ? /^\s*-\s+$/ : /^\s*$/).test(text.slice(start, part.from))) return null
  return cut(text, start, lineAfter(text, part.to), '')
}

/** Where the line begins that follows what ends at `to`; a remark behind it goes with it. */
const lineAfter = (text: string, to: number): number =>
  text[to - 1] === '\n' ? to : Math.min(endOfLine(text, to) + 1, text.length)

function insertIn(tree: ConfigTree, seq: YAMLSeq, index: number, value: Json): string | null {
  const { text } = tree
  const parts = seq.items.map(spanOfItem)
  const [from, to] = seq.range ?? []
  if (from === undefined || to === undefined || parts.includes(null)) return null
  if (seq.flow === true) {
    const line = inline(value)
    if (line === null) return null
    if (parts.length === 0) return cut(text, from, to, `[${line}]`)
    const [before, at] = [parts[index - 1], parts[index]]
    if (at) return cut(text, at.from, at.from, `${line}, `)
    return before ? cut(text, before.to, before.to, `, ${line}`) : null
  }
  const chunks = chunksOf(text, parts)
  const [first] = chunks ?? []
  if (chunks === null || first === undefined) return null
  const lead = /^\s*(?=- )/m.exec(text.slice(first.dash))?.[0] ?? ''
  const lines = `${block([value], lead.length)}\n`
  const before = chunks[index - 1]
  const place = before?.to ?? first.from
  const needsEnd = place > 0 && text[place - 1] !== '\n'
  return cut(text, place, place, (needsEnd ? '\n' : '') + lines)
}

function moveIn({ text }: ConfigTree, seq: YAMLSeq, from: number, to: number): string | null {
  const parts = seq.items.map(spanOfItem)
  if (seq.flow === true) {
    const texts = parts.map((part) => (part === null ? '' : text.slice(part.from, part.to)))
    const moved = reordered(texts, from, to)
    const [first, last] = [parts[0], parts.at(-1)]
    return first && last && moved !== null ? cut(text, first.from, last.to, moved.join(', ')) : null
  }
  const chunks = chunksOf(text, parts)
  const [first, last] = [chunks?.[0], chunks?.at(-1)]
  if (chunks === null || first === undefined || last === undefined) return null
  const texts = chunks.map((chunk) => {
    const piece = text.slice(chunk.from, chunk.to)
    return piece.endsWith('\n') ? piece : `${piece}\n`
  })
  const moved = reordered(texts, from, to)
  return moved === null ? null : cut(text, first.from, last.to, moved.join(''))
}

function reordered<T>(items: readonly T[], from: number, to: number): T[] | null {
  const item = items[from]
  if (item === undefined) return null
  const others = items.filter((_, at) => at !== from)
  return [...others.slice(0, to), item, ...others.slice(to)]
}

/** The lines of each item; remarks above one belong to it. `dash`: where the line of its dash begins. */
function chunksOf(text: string, parts: readonly Part[]): { from: number; to: number; dash: number }[] | null {
  const chunks: { from: number; to: number; dash: number }[] = []
  for (const part of parts) {
    if (part === null) return null
    const dash = startOfLine(text, part.from)
    if (!/^\s*-\s+$/.test(text.slice(dash, part.from))) return null
    const before = chunks.at(-1)
    chunks.push({ from: before?.to ?? dash, to: lineAfter(text, part.to), dash })
  }
  return chunks
}

/** The change in the tree, and the tree printed anew: comments stay, blanks are those of the printer. */
function reprint(text: string, edit: ConfigEdit): string | null {
  const doc = parseDocument(text, { intAsBigInt: true, customTags: (tags) => [DIGITS, ...tags] })
  try {
    change(doc, edit)
    return doc.toString({ ...PRINTED, indentSeq: !/^(\s*)[\w-]+:\s*\n\1- /m.test(text) })
  } catch {
    return null
  }
}

function change(doc: Document.Parsed, edit: ConfigEdit): void {
  const { path } = edit
  if (edit.op === 'remove') {
    doc.deleteIn(path)
    return
  }
  if (edit.op === 'set') {
    setIn(doc, path, edit.value)
    return
  }
  const list = doc.getIn(path, true)
  if (!isSeq(list)) {
    if (edit.op === 'insert') setIn(doc, path, [edit.value])
    return
  }
  if (edit.op === 'insert') list.items.splice(edit.index, 0, nodeOf(edit.value))
  else list.items.splice(edit.to, 0, ...list.items.splice(edit.from, 1))
}

function setIn(doc: Document.Parsed, path: ConfigPath, value: Json): void {
  // Whatever is no collection on the way gives way to one.
  let depth = path.length
  while (depth > 0 && !isCollection(doc.getIn(path.slice(0, depth - 1), true))) depth--
  const node = nodeOf(
    path.slice(Math.max(depth, 1)).reduceRight<Json>((inner, step) => ({ [String(step)]: inner }), value),
  )
  if (path.length === 0 || depth === 0) {
    doc.contents = node as typeof doc.contents
    return
  }
  const here = path.slice(0, depth)
  const { comment, commentBefore, spaceBefore } = (doc.getIn(here, true) ?? {}) as Node & { spaceBefore?: boolean }
  // What is said of it stays.
  if (comment) node.comment = comment
  if (commentBefore) node.commentBefore = commentBefore
  if (spaceBefore) node.spaceBefore = spaceBefore
  doc.setIn(here, node)
}

function nodeOf(value: Json): Node {
  const { contents } = yamlDocument(value)
  if (contents === null) throw new Error('a value has no node')
  visit(contents, { Scalar: (_, node) => spell(node) })
  return contents
}
