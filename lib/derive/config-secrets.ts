/**
 * A config text with the values of members that are named like secrets hidden. It works on the text, YAML or JSON, so that
 * everything else stays as it was written, comments and spelling included, and what does not parse is covered too.
 */
export function hideConfigSecrets(text: string, hidden: string): string {
  // A secret's value may go on below its name: everything indented further is hidden with it.
  let deeperThan = -1
  return text
    .split('\n')
    .map((line) => {
      const indent = line.search(/\S/)
      if (deeperThan >= 0 && (indent === -1 || indent > deeperThan)) {
        return indent === -1 ? line : `${line.slice(0, indent)}${hidden}`
      }
      const member = OWN_LINE.exec(line)
      const [, lead = '', name = '', colon = '', value = ''] = member ?? []
      const isSecret = member !== null && isSecretName(unquoted(name)) && !isReference(value)
      deeperThan = isSecret ? lead.length : -1
      if (!isSecret) return hideUserInfo(hideFlow(line, hidden), hidden)
      return OPENS.test(value) ? line : `${lead}${name}${colon}${hiddenValue(value, name, hidden)}`
    })
    .join('\n')
}

/** Does a member of this name hold a secret? One whose name says where a secret is only locates it. */
export function isSecretName(name: string): boolean {
  const words = name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase()
  return SECRET.test(words) && !LOCATES.test(words)
}

const SECRET =
  /passw|passphrase|secret|token|credential|(?:api|access|private|signing|account|encryption|vault)[_-]?key/
const LOCATES =
  /(?:^|[_.-])(?:path|file|url|uri|topic|arn|header|field|name|endpoint|id|type|ttl|expiry|secs|scope|column)s?$/

const NAME = `"[^"]*"|'[^']*'|[\\w.-]+`
/** A member with a line to itself, in YAML's block style or in JSON that was laid out. */
const OWN_LINE = new RegExp(`^(\\s*(?:- )*)(${NAME})(\\s*:(?:\\s+|$))(.*)$`)
/** The value stands in the lines below. */
const OPENS = /^(?:[|>][+-]?\d*|[[{])?\s*(?:#.*)?$/
/** A member among others in one line. */
const FLOW = new RegExp(
  `(^|[\\s{,[])(${NAME})(\\s*:\\s*)("(?:[^"\\\\]|\\\\.)*"|'(?:[^']|'')*'|\\[[^\\]]*\\]|\\$\\{[^}]*\\}[^\\s,}\\]]*|[^\\s"'{[$][^,}\\]]*?)(?=\\s*(?:[,}\\]]|\\s#|$))`,
  'g',
)

const hideFlow = (line: string, hidden: string): string =>
  line.replace(FLOW, (whole, before: string, name: string, colon: string, value: string) =>
    isSecretName(unquoted(name)) && !isReference(value)
      ? `${before}${name}${colon}${hiddenValue(value, name, hidden)}`
      : whole,
  )

/** In the quotes it stood in, with the comma and the remark that followed it. */
function hiddenValue(value: string, name: string, hidden: string): string {
  const quote = /^["']/.exec(value)?.[0] ?? (name.startsWith('"') ? '"' : '')
  const [, after = ''] = /((?:,\s*)?(?:\s#.*)?)$/.exec(value) ?? []
  return `${quote}${hidden}${quote}${after}`
}

/** A reference is resolved elsewhere and worth seeing; nothing is nothing. */
const isReference = (value: string): boolean =>
  /^(?:["']?\$\{[^}]*\}["']?|""|''|null|~|true|false)\s*,?\s*(?:#.*)?$/.test(value)

const unquoted = (name: string): string => name.replace(/^["']|["']$/g, '')

/** Who logs in at an address: `postgres://user:pass@host` keeps its user, loses the rest. */
const hideUserInfo = (line: string, hidden: string): string =>
  line.replace(/([a-z][a-z0-9+.-]*:\/\/[^\s:/@"'{}]*):(?!\$\{)[^\s@"'/]+@/gi, `$1:${hidden}@`)
