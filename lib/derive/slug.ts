const LONGEST = 63

/** Why a text is no name for a tenant, a connection or a provider, in the engine's words; null: it is one. */
export function slugError(what: string, text: string): string | null {
  if (text === '') return `${what} must not be empty`
  if (!/^[a-z0-9]/.test(text)) return `${what} '${text}' must start with a lowercase letter or a digit`
  if (new TextEncoder().encode(text).length > LONGEST) return `${what} '${text}' is longer than ${LONGEST} characters`
  const [bad] = /[^a-z0-9_-]/u.exec(text) ?? []
  if (bad === undefined) return null
  return `${what} '${text}' contains '${bad}'; use lowercase letters, digits, '_' and '-'`
}
