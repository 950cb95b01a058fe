/** Everything about instants on screen: one conversion, in the zone that the viewer chose. */

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export type Precision = 'minute' | 'second' | 'milli'

/** The zones people ask for; every other IANA zone can be found by name. */
export const CURATED_ZONES = [
  'UTC',
  'America/Los_Angeles',
  'America/New_York',
  'Europe/London',
  'Europe/Berlin',
  'Asia/Kolkata',
  'Asia/Singapore',
  'Asia/Tokyo',
  'Australia/Sydney',
] as const

export function isZone(zone: string): boolean {
  try {
    return zone.length < 64 && /^[A-Za-z0-9_+\-/]+$/.test(zone) && Boolean(clockOf(zone))
  } catch {
    return false
  }
}

/** Names that browsers still give to zones whose cities are spelled otherwise today. */
const TODAY: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Godthab': 'America/Nuuk',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Etc/UTC': 'UTC',
}
export const zoneToday = (zone: string): string => {
  const name = Object.hasOwn(TODAY, zone) ? TODAY[zone] : undefined
  return name !== undefined && isZone(name) ? name : zone
}

/** `Europe/Berlin`, or null where the browser hides it. */
export function browserZone(): string | null {
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  return zone && isZone(zone) ? zoneToday(zone) : null
}

export const allZones = (): string[] => ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]

/** `2026-11-30 13:07:12` as a wall clock in the zone shows it; null for what is no instant. */
export function instant(at: string, zone: string, precision: Precision = 'second'): string | null {
  const ms = Date.parse(at)
  if (Number.isNaN(ms)) return null
  const { year, month, day, hour, minute, second } = wallOf(ms, zone)
  const date = `${String(year).padStart(4, '0')}-${pad(month)}-${pad(day)}`
  const toMinute = `${pad(hour)}:${pad(minute)}`
  if (precision === 'minute') return `${date} ${toMinute}`
  const fraction = precision === 'milli' ? `.${String(((ms % 1000) + 1000) % 1000).padStart(3, '0')}` : ''
  return `${date} ${toMinute}:${pad(second)}${fraction}`
}

/** The time of day alone, for a column whose date is said once. */
export const timeOfDay = (at: string, zone: string): string | null => instant(at, zone, 'milli')?.slice(11) ?? null

/** `UTC`, `UTC+1`, `UTC−3:30`: what the zone's clocks are off at that moment. */
export function offsetName(at: string | number, zone: string): string {
  const ms = typeof at === 'number' ? at : Date.parse(at)
  const minutes = Number.isNaN(ms) ? 0 : offsetMinutes(ms, zone)
  if (minutes === 0) return 'UTC'
  const size = Math.abs(minutes)
  const rest = size % 60
  return `UTC${minutes < 0 ? '−' : '+'}${Math.floor(size / 60)}${rest === 0 ? '' : `:${pad(rest)}`}`
}

/** `Berlin`, `St Johns`, `UTC`: the last part of a zone's name, for a line that has no room. */
export const zoneCity = (zone: string): string => (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')

/** `just now`, `2 min`, `5 h`, `6 d`; `in 5 min` for what is to come. */
export function age(at: string, now: number): string | null {
  const ms = Date.parse(at)
  if (Number.isNaN(ms)) return null
  const size = Math.abs(now - ms)
  if (size < MINUTE) return 'just now'
  const text =
    size < HOUR
      ? `${Math.floor(size / MINUTE)} min`
      : size < 48 * HOUR
        ? `${Math.floor(size / HOUR)} h`
        : `${Math.floor(size / DAY)} d`
  return ms > now ? `in ${text}` : text
}

/** `2 min ago`, `just now`, `in 5 min`. */
export function ago(at: string, now: number): string | null {
  const text = age(at, now)
  return text === null || text === 'just now' || text.startsWith('in ') ? text : `${text} ago`
}

export type Wall = { year: number; month: number; day: number; hour: number; minute: number; second: number }

/** What the clocks of the zone show at that moment. */
export function wallOf(ms: number, zone: string): Wall {
  const parts: Record<string, number> = {}
  for (const { type, value } of clockOf(zone).formatToParts(ms)) parts[type] = Number(value)
  return {
    year: parts['year'] ?? 0,
    month: parts['month'] ?? 1,
    day: parts['day'] ?? 1,
    // Some engines print midnight as 24.
    hour: (parts['hour'] ?? 0) % 24,
    minute: parts['minute'] ?? 0,
    second: parts['second'] ?? 0,
  }
}

export type Resolved = {
  /** UTC, `2026-11-30T12:07:12Z`. */
  instant: string
  /** The clocks were moved: the wall time does not exist (the moment after the gap is meant), or exists twice (the first is meant). */
  note: 'exact' | 'skipped' | 'twice'
}

/** Wall time in a zone, `2026-11-30`, `2026-11-30 13:07` or with seconds, as an instant; null for anything else. */
export function fromWall(text: string, zone: string): Resolved | null {
  const match = /^(\d{4})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d)(?::(\d\d))?)?$/.exec(text.trim())
  if (match === null) return null
  const [year, month, day, hour, minute, second] = match.slice(1).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  const asUtc = Date.UTC(year, month - 1, day, hour, minute, second)
  const back = new Date(asUtc)
  if (back.getUTCMonth() !== month - 1 || back.getUTCDate() !== day || hour > 23 || minute > 59 || second > 59)
    return null
  // A zone's offset moves by hours at most, so the day before and after show every candidate.
  const offsets = [...new Set([offsetMinutes(asUtc - DAY, zone), offsetMinutes(asUtc + DAY, zone)])]
  const hits = offsets
    .map((offset) => asUtc - offset * MINUTE)
    .filter((ms) => asUtcOf(wallOf(ms, zone)) === asUtc)
    .sort((a, b) => a - b)
  const [first] = hits
  if (first !== undefined) return { instant: isoOf(first), note: hits.length > 1 ? 'twice' : 'exact' }
  // Inside a gap: the clocks jumped over it, so it is read with the offset that held before.
  const before = offsets[0] ?? 0
  return { instant: isoOf(asUtc - before * MINUTE), note: 'skipped' }
}

const isoOf = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`
const asUtcOf = (wall: Wall): number =>
  Date.UTC(wall.year, wall.month - 1, wall.day, wall.hour, wall.minute, wall.second)

function offsetMinutes(ms: number, zone: string): number {
  const second = Math.floor(ms / 1000) * 1000
  return Math.round((asUtcOf(wallOf(second, zone)) - second) / MINUTE)
}

const clocks = new Map<string, Intl.DateTimeFormat>()

function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone)
  if (known !== undefined) return known
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    calendar: 'gregory',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  clocks.set(zone, made)
  return made
}

const pad = (value: number): string => String(value).padStart(2, '0')

const twelves = new Map<string, Intl.DateTimeFormat>()

/** `Nov 30, 2026, 1:07:04 PM`: the same instant by a clock of twelve hours. */
export function twelveHours(at: string, zone: string, precision: Precision = 'second'): string | null {
  const ms = Date.parse(at)
  if (Number.isNaN(ms)) return null
  const key = `${zone} ${precision}`
  let format = twelves.get(key)
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      dateStyle: 'medium',
      timeStyle: precision === 'minute' ? 'short' : 'medium',
    })
    twelves.set(key, format)
  }
  // Some browsers put a narrow blank before AM and PM and servers may not: what was sent and what is drawn are the same.
  return format.format(ms).replace(/[\u202f\u00a0]/g, ' ')
}
