/** Where clouds keep what a machine may know of itself: nothing here is ever called on somebody's behalf. */
const METADATA_NAMES: ReadonlySet<string> = new Set([
  'metadata',
  'metadata.google.internal',
  'metadata.goog',
  'instance-data',
])

/** Is it a link-local or metadata host, as a name or as an address, IPv6 with or without its brackets? */
export function isForbiddenHost(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '').toLowerCase()
  if (/^\d+(?:\.\d+){3}$/.test(bare)) return bare.startsWith('169.254.')
  // No name holds a colon.
  if (!bare.includes(':')) return METADATA_NAMES.has(bare.replace(/\.$/, ''))
  // 169.254/16 in its two spellings inside IPv6, and fe80::/10.
  return /^::ffff:(169\.254\.|a9fe:)/.test(bare) || /^fe[89ab][0-9a-f]:/.test(bare)
}
