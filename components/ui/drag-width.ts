const NARROWEST = 48

/** Draws a column wider or narrower under the pointer, and tells the width when it is let go. Escape puts it back. */
export function dragWidth(grip: HTMLElement, pointerId: number, from: number, onWidth: (px: number) => void): void {
  const cell = grip.closest('th')
  const column = cell?.closest('table')?.querySelectorAll('col')[cell?.cellIndex ?? -1]
  if (!cell || !column) return
  const before = column.style.width
  const first = cell.offsetWidth
  let width = first
  const move = (event: PointerEvent) => {
    width = Math.max(first + event.clientX - from, NARROWEST)
    column.style.width = `${width}px`
  }
  const stop = () => {
    grip.removeEventListener('pointermove', move)
    grip.removeEventListener('pointerup', done)
    grip.removeEventListener('pointercancel', back)
    document.removeEventListener('keydown', giveUp, true)
  }
  const back = () => {
    stop()
    column.style.width = before
  }
  const done = () => {
    stop()
    if (width !== first) onWidth(width)
  }
  const giveUp = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    back()
  }
  grip.setPointerCapture(pointerId)
  grip.addEventListener('pointermove', move)
  grip.addEventListener('pointerup', done)
  grip.addEventListener('pointercancel', back)
  document.addEventListener('keydown', giveUp, true)
}
