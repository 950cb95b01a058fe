import 'server-only'
import { ANSWERS, PUBLIC_PATHS } from './openapi/answers'

/** What requests to no known path are counted under. */
const UNMATCHED = '<unmatched>'
/** What names something of its own kind is called so in the paths of engines. */
const IDS = /^\{(?:run|template|change|dataset|output|entry)_id\}$/

interface Node {
  words: Map<string, Node>
  parameter: Node | null
  /** The path that ends here, spelled as engines spell it. */
  path: string | null
}
const node = (): Node => ({ words: new Map(), parameter: null, path: null })

const ROOT = node()
for (const path of new Set(Object.keys(ANSWERS).map((key) => key.slice(key.indexOf(' ') + 1)))) plant(path)
for (const path of PUBLIC_PATHS) plant(path)

function plant(path: string): void {
  const parts = path.split('/').slice(1)
  let at = ROOT
  for (const part of parts) {
    if (part.startsWith('{')) at = at.parameter ??= node()
    else {
      const next = at.words.get(part) ?? node()
      at.words.set(part, next)
      at = next
    }
  }
  at.path = `/${parts.map((part) => part.replace(IDS, '{id}')).join('/')}`
}

/** The path a request was routed by, for numbers that must not grow with what people ask for. */
export function templateOf(pathname: string): string {
  const parts = pathname.split('/').slice(1)
  // Ours alone: the first word below says enough.
  if (parts[0] === 'console') return `/console/${parts[1] ?? ''}`
  return find(ROOT, parts, 0) ?? UNMATCHED
}

function find(at: Node, parts: readonly string[], depth: number): string | null {
  const part = parts[depth]
  if (part === undefined) return at.path
  const word = at.words.get(part)
  const found = word === undefined ? null : find(word, parts, depth + 1)
  return found ?? (at.parameter === null || part === '' ? null : find(at.parameter, parts, depth + 1))
}
