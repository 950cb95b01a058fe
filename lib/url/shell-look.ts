/** How somebody likes the frame of the pages, in this browser: the server draws it right from the first byte. */
export interface ShellLook {
  /** The navigation is put away. */
  isHidden: boolean
  /** Groups of the navigation that are folded, by name. */
  folded: readonly string[]
  /** The tenant that was looked at last; null: all. */
  tenant: string | null
}

export const USUAL_SHELL: ShellLook = { isHidden: false, folded: [], tenant: null }
const LONGEST = 200
const MOST_GROUPS = 20

/** One for each user of the browser: names of cookies take few characters, so the name goes in as a number. */
export function shellCookie(principal: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < principal.length; at++) hash = Math.imul(hash ^ principal.charCodeAt(at), 0x01000193)
  return `faucet_console_shell_${(hash >>> 0).toString(16)}`
}

/** What it cannot read is as usual. */
export function readShellLook(cookie: string | undefined): ShellLook {
  if (cookie === undefined) return USUAL_SHELL
  let params: URLSearchParams
  try {
    params = new URLSearchParams(decodeURIComponent(cookie))
  } catch {
    return USUAL_SHELL
  }
  const tenant = params.get('tenant')
  return {
    isHidden: params.get('nav') === 'off',
    folded: params
      .getAll('fold')
      .filter((name) => name.length <= LONGEST)
      .slice(0, MOST_GROUPS),
    tenant: tenant !== null && tenant !== '' && tenant.length <= LONGEST ? tenant : null,
  }
}

export function writeShellLook(principal: string, { isHidden, folded, tenant }: ShellLook): string {
  const params = new URLSearchParams([
    ...(isHidden ? [['nav', 'off']] : []),
    ...folded.map((name) => ['fold', name]),
    ...(tenant === null ? [] : [['tenant', tenant]]),
  ])
  return `${shellCookie(principal)}=${encodeURIComponent(params.toString())}; path=/; max-age=31536000; samesite=lax`
}

/** Pages whose address says whose runs they show. */
const SCOPED: readonly string[] = ['/', '/runs', '/pipelines']
export const isScoped = (path: string): boolean => SCOPED.includes(path)

/** The same page for one tenant, or for all: from its first page. */
export function withTenant(path: string, search: string, tenant: string | null): string {
  const params = new URLSearchParams(search)
  for (const place of ['tenant', 'cursor', 'page']) params.delete(place)
  if (tenant !== null) params.set('tenant', tenant)
  return params.size === 0 ? path : `${path}?${params}`
}
