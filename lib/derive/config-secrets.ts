/**
 * A config text with the values of members that are named like secrets hidden. It works on the text, YAML or JSON, so that
 * everything else stays as it was written, comments and spelling included, and what does not parse is covered too. Time
 * grows with the length alone, whatever the text: lines may be a megabyte long, and others wait meanwhile.
 */
export function hideConfigSecrets(text: string, hidden: string): string {
  // A secret's value may go on below its name: everything indented further is hidden with it.
  let deeperThan = -1
  return text
    .split('\n')
    .map((line) => {
      const indent = line.search(/\S/)
      if (deeperThan >= 0 && (indent === -1 || goesOn(line, indent, deeperThan))) {
        return indent === -1 ? line : `${line.slice(0, indent)}${hidden}`
      }
      const member = OWN_LINE.exec(line)
      const [, lead = '', name = '', colon = '', value = ''] = member ?? []
      const isSecret = member !== null && isSecretName(unquoted(name)) && !isReference(withoutRemark(value).value)
      deeperThan = isSecret ? lead.length : -1
      if (!isSecret) return hideInAddresses(hideFlow(line, hidden), hidden)
      if (OPENS.test(value)) return line
      return `${lead}${name}${colon}${inQuotes(value, name, hidden)}${withoutRemark(value).after}`
    })
    .join('\n')
}

/** Does a member of this name hold a secret? One whose name says where a secret is only locates it. */
export function isSecretName(name: string): boolean {
  const words = name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase()
  return SECRET.test(words) && !LOCATES.test(words)
}

const SECRET =
  /passw|passphrase|secret|token|credential|authorization|bearer|cookie|(?:api|access|private|signing|account|encryption|vault)[_-]?key|connection[_-]?string|(?:^|[_.-])(?:pass|pwd)(?:$|[_.-])/
const LOCATES =
  /(?:^|[_.-])(?:path|file|url|uri|topic|arn|header|field|name|endpoint|id|type|ttl|expiry|secs|scope|column)s?$/

/** A member with a line to itself, in YAML's block style or in JSON that was laid out. */
const OWN_LINE = /^(\s*(?:- )*)("[^"]*"|'[^']*'|[\w.-]+)(\s*:(?:\s+|$))(.*)$/
/** The value stands in the lines below. */
const OPENS = /^(?:[|>][+-]?\d*|[[{])?\s*(?:#.*)?$/

/** Lists may stand as far left as the name they belong to. */
const goesOn = (line: string, indent: number, than: number): boolean =>
  indent > than || (indent === than && /^-(?:\s|$)/.test(line.slice(indent, indent + 2)))

/** Hides the secrets among members in one line: looks at every colon, and back at what it follows. */
function hideFlow(line: string, hidden: string): string {
  let shown = ''
  let from = 0
  for (let colon = line.indexOf(':'); colon !== -1; colon = line.indexOf(':', Math.max(from, colon + 1))) {
    const name = nameBefore(line, from, colon)
    if (name === null || !isSecretName(unquoted(name))) continue
    const start = skipBlanks(line, colon + 1)
    const end = endOfValue(line, start)
    const value = line.slice(start, end)
    if (value === '' || isReference(value)) continue
    shown += line.slice(from, start) + inQuotes(value, name, hidden)
    from = end
  }
  return shown + line.slice(from)
}

/** The name that a colon ends, as it is spelled; null where none stands, or one of something longer. */
function nameBefore(line: string, from: number, colon: number): string | null {
  let end = colon
  while (end > from && isBlank(line[end - 1])) end--
  const quote = line[end - 1]
  let start = end
  if (quote === '"' || quote === "'") start = line.slice(from, end - 1).lastIndexOf(quote) + from
  else while (start > from && /[\w.-]/.test(line[start - 1] ?? '')) start--
  if (start < from || start === end) return null
  return start === 0 || /[\s{,[]/.test(line[start - 1] ?? '') ? line.slice(start, end) : null
}

/** Where a value ends that begins at `at`: what is quoted or in brackets with its closing, however deep; else the line. */
function endOfValue(line: string, at: number): number {
  const first = line[at]
  if (first === '"' || first === "'") return endOfQuoted(line, at)
  if (first === '[' || first === '{') return endOfBrackets(line, at)
  let end = at
  if (line.startsWith('${', at)) {
    const close = line.indexOf('}', at)
    end = close === -1 ? line.length : close + 1
    while (end < line.length && !/[\s,}\]]/.test(line[end] ?? '')) end++
    return end
  }
  while (end < line.length && !/[,}\]]/.test(line[end] ?? '') && !(line[end] === '#' && isBlank(line[end - 1]))) end++
  while (end > at && isBlank(line[end - 1])) end--
  return end
}

function endOfQuoted(line: string, start: number): number {
  const quote = line[start]
  for (let at = start + 1; at < line.length; at++) {
    if (quote === '"' && line[at] === '\\') at++
    else if (line[at] !== quote) continue
    else if (quote === "'" && line[at + 1] === quote) at++
    else return at + 1
  }
  return line.length
}

function endOfBrackets(line: string, start: number): number {
  let depth = 0
  for (let at = start; at < line.length; at++) {
    const char = line[at]
    if (char === '"' || char === "'") at = endOfQuoted(line, at) - 1
    else if (char === '[' || char === '{') depth++
    else if ((char === ']' || char === '}') && --depth === 0) return at + 1
  }
  return line.length
}

/** A value with a line to itself, and what follows it there: a comma, a remark. */
function withoutRemark(value: string): { value: string; after: string } {
  const isEnclosed = /^["'[{]/.test(value)
  const remark = isEnclosed ? endOfValue(value, 0) : value.search(/\s#/)
  const [own, rest] = remark === -1 ? [value, ''] : [value.slice(0, remark), value.slice(remark)]
  // What follows a closing quote and is no remark belongs to a value that we do not understand.
  if (isEnclosed && !/^,?\s*(?:#|$)/.test(rest.trimStart())) return { value, after: '' }
  const bare = own.trimEnd()
  return bare.endsWith(',') ? { value: bare.slice(0, -1), after: `,${rest}` } : { value: bare, after: rest }
}

/** What is hidden stands in the quotes it stood in. */
function inQuotes(value: string, name: string, hidden: string): string {
  const quote = /^["']/.exec(value)?.[0] ?? (name.startsWith('"') ? '"' : '')
  return `${quote}${hidden}${quote}`
}

/** A reference is resolved elsewhere and worth seeing; nothing is nothing. */
const isReference = (value: string): boolean => /^(?:["']?\$\{[^}]*\}["']?|""|''|null|~|true|false)$/.test(value.trim())

const unquoted = (name: string): string => name.replace(/^["']|["']$/g, '')
const isBlank = (char: string | undefined): boolean => char === ' ' || char === '\t' || char === '\r'

function skipBlanks(line: string, from: number): number {
  let at = from
  while (isBlank(line[at])) at++
  return at
}

/** Who logs in at an address: `postgres://user:pass@host` keeps its user; a secret in its query is one as well. */
export const hideInAddresses = (line: string, hidden: string): string =>
  line
    .replace(/\b([a-z][a-z0-9+.-]{0,30}:\/\/[^\s:/@"'{}]*):(?!\$\{)[^\s"'/]+@/gi, `$1:${hidden}@`)
    .replace(/([?&])([\w.-]{1,64})=([^\s&"'#]+)/g, (whole, before: string, name: string, value: string) =>
      isSecretName(name) && !isReference(value) ? `${before}${name}=${hidden}` : whole,
    )
