import { LOG_LEVELS } from '@/lib/contract/records/logs'

/** Levels below this one, which a reader of it does not want to see. A level that nobody knows is never among them. */
export function levelsBelow(level: string | null): readonly string[] {
  const at = (LOG_LEVELS as readonly (string | null)[]).indexOf(level)
  return at === -1 ? [] : LOG_LEVELS.slice(at + 1)
}
