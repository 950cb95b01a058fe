import { type Document, isAlias, isMap, isPair, isScalar, isSeq, type Node, type Pair, parseDocument } from 'yaml'
import type { ConfigFormat } from './config-doc'

/** Steps from the root of a document: names of members and places in lists. */
export type ConfigPath = readonly (string | number)[]

/** A stretch of the text, as offsets of UTF-16 units: the end is not in it. */
export interface Span {
  from: number
  to: number
}

/** A text with the places of what it says. JSON is read as the YAML that it is. */
export interface ConfigTree {
  text: string
  doc: Document.Parsed
}

/** Reads a text however broken it is: `doc.errors` says where. */
export const readTree = (text: string, _format: ConfigFormat): ConfigTree => ({
  text,
  doc: parseDocument(text, { intAsBigInt: true, keepSourceTokens: true, strict: true, prettyErrors: false }),
})

/** The node at a path; undefined: nothing is there. Aliases are followed. */
export function nodeAt({ doc }: ConfigTree, path: ConfigPath): Node | undefined {
  let node: unknown = doc.contents
  for (const step of path) {
    if (isAlias(node)) node = node.resolve(doc)
    if (isMap(node)) node = pairIn(node.items, step)?.value
    else if (isSeq(node)) node = node.items[Number(step)]
    else return undefined
  }
  return (node ?? undefined) as Node | undefined
}

/** Where the value at a path stands; of what has no value, where its name stands. Null: neither is there. */
export function spanAt(tree: ConfigTree, path: ConfigPath): Span | null {
  return spanOf(nodeAt(tree, path)) ?? nameSpanAt(tree, path)
}

/** Where the name of a member stands. */
export function nameSpanAt(tree: ConfigTree, path: ConfigPath): Span | null {
  const parent = nodeAt(tree, path.slice(0, -1))
  const step = path.at(-1)
  if (!isMap(parent) || step === undefined) return null
  return spanOf(pairIn(parent.items, step)?.key)
}

function pairIn(items: readonly Pair[], step: string | number): Pair | undefined {
  return items.find((pair) => isPair(pair) && nameOf(pair.key) === String(step))
}

export const nameOf = (key: unknown): string => String(isScalar(key) ? key.value : key)

export function spanOf(node: unknown): Span | null {
  const range = (node as Node | undefined)?.range
  if (range === undefined || range === null) return null
  const [from, to] = range
  return from === to ? null : { from, to }
}

/** What is visited of a text: each scalar with its path, and its name where it is a member's value. */
export interface Leaf {
  path: ConfigPath
  value: unknown
  span: Span
  isName: boolean
}

/** Every scalar of the text, names included, in the order they stand in. Values that are repeated by an alias are not. */
export function leavesOf({ doc }: ConfigTree): Leaf[] {
  const leaves: Leaf[] = []
  const walk = (node: unknown, path: ConfigPath): void => {
    if (isMap(node)) {
      for (const { key, value } of node.items) {
        const here = [...path, nameOf(key)]
        leaf(key, here, true)
        walk(value, here)
      }
    } else if (isSeq(node)) node.items.forEach((item, index) => void walk(item, [...path, index]))
    else leaf(node, path, false)
  }
  const leaf = (node: unknown, path: ConfigPath, isName: boolean): void => {
    const span = spanOf(node)
    if (isScalar(node) && span !== null) leaves.push({ path, value: node.value, span, isName })
  }
  walk(doc.contents, [])
  return leaves
}
