import { writeZone } from './zone-cookie'

/** Keeps the zone where the server sees it. The newer cookie API is missing on plain-HTTP hosts. */
export function rememberZone(zone: string, isAutomatic: boolean): void {
  document.cookie = writeZone({ zone, isAutomatic })
}
