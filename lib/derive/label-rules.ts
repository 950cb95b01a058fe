const LONGEST_KEY = 63
const LONGEST_VALUE = 256

/** What servers write on a run themselves: a caller may not. */
const STAMPED: readonly string[] = [
  'template',
  'template_version',
  'allow_untested',
  'sink_template',
  'sink_template_version',
  'overlay',
  'overlay_version',
  'selection',
  'depends_on',
]

/** Why a label may not be set; null: it may. Engines enforce this from 1.16 on, and older ones keep whatever they get. */
export function labelError(key: string, value: string): string | null {
  if (key === '') return 'a label needs a key'
  if ([...key].length > LONGEST_KEY) return `a label's key has at most ${LONGEST_KEY} characters`
  if (key.includes(':')) return 'a label\'s key holds no ":"'
  if (STAMPED.includes(key)) return `"${key}" is written by the server, not by a caller`
  if ([...value].length > LONGEST_VALUE) return `a label's value has at most ${LONGEST_VALUE} characters`
  return null
}
