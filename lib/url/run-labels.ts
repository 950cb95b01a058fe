export interface LabelText {
  key: string
  /** Absent: any value will do. */
  value?: string
}

/** `key` or `key:value` as addresses hold it: in a key, `:`, `=` and `\` stand behind a backslash. */
export const writeLabel = ({ key, value }: LabelText): string => {
  const escaped = key.replace(/[\\:=]/g, '\\$&')
  return value === undefined ? escaped : `${escaped}:${value}`
}

/** The same read back; `=` does for `:`. Null: the key is empty. */
export function readLabel(text: string): LabelText | null {
  let key = ''
  for (let at = 0; at < text.length; at++) {
    const char = text[at] ?? ''
    if (char === ':' || char === '=') return key === '' ? null : { key, value: text.slice(at + 1) }
    if (char === '\\' && /[\\:=]/.test(text[at + 1] ?? '')) at++
    key += text[at] ?? ''
  }
  return key === '' ? null : { key }
}
