/**
 * Text from elsewhere, with nothing hidden and nothing that acts: control characters and marks that turn the reading
 * direction are spelled as engineers spell them, `\\x1b`. Tabs and line ends stay.
 */
export const visible = (text: string): string =>
  text.replace(/[^\P{Cc}\t\n]|[\u202a-\u202e\u2066-\u2069]/gu, (char) => {
    const code = char.codePointAt(0) ?? 0
    return code <= 0xff ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16)}`
  })

/** The first line with something on it, cut to `max` characters. */
export function firstLine(text: string, max = 300): string {
  // What follows is not even looked at: an error may be megabytes long.
  const head = text.slice(0, max * 4).trimStart()
  const line = head.split('\n', 1)[0] ?? ''
  return line.length > max ? `${line.slice(0, max)}…` : line
}

/** `01a22c90…4deb99`: an id where there is no room for it. */
export const shortId = (id: string): string => (id.length <= 16 ? id : `${id.slice(0, 8)}…${id.slice(-6)}`)
