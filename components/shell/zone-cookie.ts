import { TIME_FORMS, type TimeForm } from '@/components/ui/time-forms'
import { isZone, zoneToday } from '@/lib/format/instant'

/** The server draws times too, so the zone travels with each request: `Asia/Kolkata` by choice, `auto:…` as the browser has it. */
export const ZONE_COOKIE = 'faucet_console_zone'

/** How instants are written. */
export const TIME_COOKIE = 'faucet_console_time'

export const readTimeForm = (cookie: string | undefined): TimeForm =>
  TIME_FORMS.find((form) => form === cookie) ?? 'iso'
export const writeTimeForm = (form: TimeForm): string =>
  `${TIME_COOKIE}=${form}; path=/; max-age=31536000; samesite=lax`

export interface ZoneChoice {
  zone: string
  isAutomatic: boolean
}

export function readZone(cookie: string | undefined): ZoneChoice | null {
  const text = cookie === undefined ? '' : decoded(cookie)
  const isAutomatic = text.startsWith('auto:')
  const zone = isAutomatic ? text.slice('auto:'.length) : text
  return isZone(zone) ? { zone: zoneToday(zone), isAutomatic } : null
}

/**
 * Tells the server the browser's zone on the very first visit, before anything is drawn. Only a browser that keeps cookies
 * loads again: one that does not would do so for ever.
 */
export const FIRST_VISIT_SCRIPT = `try{var z=Intl.DateTimeFormat().resolvedOptions().timeZone;document.cookie="${ZONE_COOKIE}="+encodeURIComponent("auto:"+z)+";path=/;max-age=31536000;samesite=lax";if(z!=="UTC"&&document.cookie.indexOf("${ZONE_COOKIE}=")>=0)location.reload()}catch(e){}`

export function writeZone({ zone, isAutomatic }: ZoneChoice): string {
  const value = encodeURIComponent(isAutomatic ? `auto:${zone}` : zone)
  return `${ZONE_COOKIE}=${value}; path=/; max-age=31536000; samesite=lax`
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
