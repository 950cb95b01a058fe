/**
 * The keys of the whole page, in one place: parts add theirs while they are on screen, one listener hears them, and one list
 * shows them all.
 */

export interface Shortcut {
  /**
   * As `KeyboardEvent.key` says it: `j`, `N`, `?`, `End`, `Escape`. Two after one another: `g r`. With Ctrl, or ⌘ on a Mac:
   * `mod+k`; these work in fields too, and when single keys are turned off.
   */
  key: string
  /** For the list, after "j": "next run". */
  does: string
  /** false: not now, whoever comes next may have the key. */
  act: () => unknown
}

export interface ShortcutGroup {
  /** Heading in the list. */
  name: string
  shortcuts: readonly Shortcut[]
}

/** Of the frame around every page: any page may have the same key for something of its own. */
export const EVERYWHERE = 'Everywhere'

/** Both keys of a pair have to be pressed within this. */
const PAIR_MS = 1_500
const OFF = 'faucet-console:keys-off'

const entries: { current: ShortcutGroup }[] = []
const watchers = new Set<() => void>()
let begun = ''
let begunAt = 0
let listed: readonly ShortcutGroup[] = []

/** Adds keys until the returned function is called. What `current` holds may change in between. */
export function addShortcuts(entry: { current: ShortcutGroup }): () => void {
  if (entries.length === 0) document.addEventListener('keydown', press)
  entries.push(entry)
  changed()
  return () => {
    entries.splice(entries.indexOf(entry), 1)
    if (entries.length === 0) document.removeEventListener('keydown', press)
    changed()
  }
}

/** Every key there is just now: of the newest part first, of the frame last. */
export const listShortcuts = (): readonly ShortcutGroup[] => listed
const NONE: readonly ShortcutGroup[] = []
export const noShortcuts = (): readonly ShortcutGroup[] => NONE

export function watchShortcuts(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** Whoever speaks to their computer, or cannot help touching keys, can turn the single ones off (WCAG 2.1.4). */
export function areKeysOn(): boolean {
  try {
    return localStorage.getItem(OFF) === null
  } catch {
    return true
  }
}

export function turnKeys(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(OFF)
    else localStorage.setItem(OFF, '1')
  } catch {
    // A browser that keeps nothing keeps them on.
  }
  changed()
}

function changed(): void {
  const ordered = [...entries].reverse().map(({ current }) => current)
  const names = [...new Set(ordered.map(({ name }) => name))].filter((name) => name !== EVERYWHERE)
  const taken = new Set<string>()
  listed = [...names, EVERYWHERE].flatMap((name) => {
    const shortcuts = ordered
      .filter((group) => group.name === name)
      .flatMap((group) => group.shortcuts)
      .filter(({ key }) => !taken.has(key) && taken.add(key))
    return shortcuts.length === 0 ? [] : [{ name, shortcuts }]
  })
  for (const watcher of watchers) watcher()
}

function press(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return
  if (isMod(event)) {
    if (!isInDialog(event.target)) fire(event, `mod+${event.key.toLowerCase()}`)
    return
  }
  if (isOtherwiseMeant(event) || isTyping(event.target) || !areKeysOn()) {
    begun = ''
    return
  }
  const pair = begun !== '' && event.timeStamp - begunAt <= PAIR_MS ? `${begun} ${event.key}` : null
  begun = ''
  if (pair !== null && fire(event, pair)) return
  if (fire(event, event.key)) return
  if (inOrder().some(({ key }) => key.startsWith(`${event.key} `))) {
    begun = event.key
    begunAt = event.timeStamp
  }
}

function fire(event: KeyboardEvent, pressed: string): boolean {
  for (const { key, act } of inOrder()) {
    if (key !== pressed || act() === false) continue
    event.preventDefault()
    return true
  }
  return false
}

function inOrder(): readonly Shortcut[] {
  const now = [...entries].reverse().map(({ current }) => current)
  const frame = ({ name }: ShortcutGroup) => name === EVERYWHERE
  return [...now.filter((group) => !frame(group)), ...now.filter(frame)].flatMap(({ shortcuts }) => shortcuts)
}

/** Ctrl, ⌘ and Alt belong to the browser; but some keyboards have `[` and `]` only with Alt, or with AltGr, which says Ctrl and Alt. */
function isOtherwiseMeant(event: KeyboardEvent): boolean {
  const isSign = event.key.length === 1 && !/[a-z0-9]/i.test(event.key)
  if (!isSign) return event.ctrlKey || event.metaKey || event.altKey
  return (event.ctrlKey || event.metaKey) && !event.getModifierState('AltGraph')
}

/** Where keys mean letters or choices. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.closest(
      'input:not([type=checkbox]), textarea, select, [role=dialog], [role=alertdialog], [role=menu], [role=listbox], [role=combobox]',
    ) !== null)

/** On a Mac, Ctrl moves and deletes in fields: there it is ⌘. */
export const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent)
const isMod = ({ ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  !altKey && !shiftKey && (isMac() ? metaKey && !ctrlKey : ctrlKey && !metaKey)

const isInDialog = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('[role=dialog], [role=alertdialog]') !== null
