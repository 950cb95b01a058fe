import type { Selection } from '@/components/ui/use-selection'
import type { RunRow } from '@/lib/client/runs'
import type { Peek } from './use-peek'

const linksOf = () => [...document.querySelectorAll<HTMLElement>('a[data-row]')]

/** The row that has the focus, on its name or on its box. */
const rowHere = () => document.activeElement?.closest<HTMLElement>('tr[data-key]') ?? null
const keyHere = () => rowHere()?.dataset['key']
const linkOf = (runId: string) =>
  [...document.querySelectorAll<HTMLElement>('tr[data-key]')]
    .find((row) => row.dataset['key'] === runId)
    ?.querySelector<HTMLElement>('a[data-row]') ?? null

/** Focus goes from row to row, the peek with it; the browser scrolls along. */
export function moveRow(step: number, peek: Peek): void {
  const links = linksOf()
  // From inside the peek the walk goes on at its own row.
  const here = rowHere()?.querySelector<HTMLElement>('a[data-row]') ?? (peek.id === null ? null : linkOf(peek.id))
  const at = here === null ? -1 : links.indexOf(here)
  const next = links[at === -1 ? (step > 0 ? 0 : links.length - 1) : at + step]
  next?.focus()
  next?.scrollIntoView({ block: 'nearest' })
  const key = next === undefined ? undefined : keyHere()
  if (key !== undefined) peek.follow(key)
}

export function chooseHere(selection: Selection<RunRow>, isRange: boolean): void {
  const key = keyHere()
  if (key !== undefined) selection.choose(key, !selection.isChosen(key), isRange)
}

/** False: no row has the focus, and the key means what it always means. */
export function peekHere(peek: Peek): boolean {
  const key = keyHere()
  if (key === undefined || !(document.activeElement instanceof HTMLAnchorElement)) return false
  if (peek.id === key) peek.close()
  else peek.open(key)
  return true
}

/** Closes it; where it had the focus, its row has it then. */
export function leavePeek(peek: Peek): void {
  const { activeElement } = document
  const isInside = activeElement?.closest('aside[data-peeked]') != null || activeElement === document.body
  if (isInside && peek.id !== null) linkOf(peek.id)?.focus({ preventScroll: true })
  peek.close()
}
