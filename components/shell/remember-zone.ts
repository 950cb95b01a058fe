import type { TimeForm } from '@/components/ui/time-forms'
import { writeTimeForm, writeZone } from './zone-cookie'

/** Keeps the zone where the server sees it. The newer cookie API is missing on plain-HTTP hosts. */
export function rememberZone(zone: string, isAutomatic: boolean): void {
  document.cookie = writeZone({ zone, isAutomatic })
}

export function rememberTimeForm(form: TimeForm): void {
  document.cookie = writeTimeForm(form)
}
