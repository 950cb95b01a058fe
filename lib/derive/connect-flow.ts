/** The addresses of a hosted sign-in (governance.md 4). */

interface Target {
  authorize_url: string
  client_id: string
  redirect_base: string
  scopes: readonly string[]
  scope_separator: string
  extra_authorize_params: Readonly<Record<string, string>>
}

/** Where providers send people back to: it must be registered there, letter for letter. */
export const callbackUri = ({ redirect_base }: Pick<Target, 'redirect_base'>): string =>
  `${redirect_base.replace(/\/+$/, '')}/v1/connect/callback`

/**
 * May people be sent there afterwards? A prefix ends where a part of the address ends: `https://app.example` does not let
 * `https://app.example.evil` in.
 */
export const isAllowedRedirect = (redirect: string, allowed: readonly string[]): boolean =>
  URL.canParse(redirect) &&
  allowed.some((prefix) => {
    if (!redirect.startsWith(prefix)) return false
    const rest = redirect.slice(prefix.length)
    return rest === '' || prefix.endsWith('/') || /^[/?#]/.test(rest)
  })

/** Where the browser goes: what the provider's own address asks for stays in front. */
export function authorizeUrl(provider: Target, { state, challenge }: { state: string; challenge: string }): string {
  const { client_id, scopes, scope_separator, extra_authorize_params } = provider
  const extra = Object.entries(extra_authorize_params).sort(([a], [b]) => (a < b ? -1 : 1))
  return withParams(provider.authorize_url, [
    ['response_type', 'code'],
    ['client_id', client_id],
    ['redirect_uri', callbackUri(provider)],
    ['state', state],
    ['code_challenge', challenge],
    ['code_challenge_method', 'S256'],
    ...(scopes.length > 0 ? [['scope', scopes.join(scope_separator)] as const] : []),
    ...extra,
  ])
}

/** Appended to the query, before any fragment. */
export function withParams(address: string, params: readonly (readonly [name: string, value: string])[]): string {
  const url = new URL(address)
  const query = new URLSearchParams(params.map(([name, value]) => [name, value])).toString()
  url.search = url.search === '' ? query : `${url.search}&${query}`
  return url.href
}

/** A hash as a challenge spells it: base64 for addresses, without padding. */
export function challengeOf(hexHash: string): string {
  const bytes = (hexHash.match(/../g) ?? []).map((pair) => String.fromCharCode(Number.parseInt(pair, 16)))
  return btoa(bytes.join('')).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}
