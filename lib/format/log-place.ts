import { fromWall, instant } from './instant'

/** What a reader types to go somewhere in a log: `12345`, `13:07`, `13:07:12`, `2026-11-30 13:07:12`. */
export function placeAsked(text: string, day: string, zone: string): { number: number } | { at: string } | null {
  const asked = text.trim().replaceAll(',', '')
  if (/^\d{1,9}$/.test(asked)) return { number: Number(asked) }
  const isTimeOnly = /^\d{1,2}:\d\d(:\d\d)?$/.test(asked)
  const today = instant(day, zone)?.slice(0, 10)
  const wall = isTimeOnly ? `${today} ${asked.padStart(asked.length + (/^\d:/.test(asked) ? 1 : 0), '0')}` : asked
  const found = fromWall(wall, zone)
  return found === null ? null : { at: found.instant.replace('Z', '.000Z') }
}
