export interface BrushBar {
  key: string
  /** From when to when, in the viewer's zone. */
  label: string
  /** Short, under the bar; empty: nothing. */
  tick: string
  completed: number
  failed: number
  cancelled: number
  open: number
  /** False: not counted. */
  isKnown: boolean
}

export const BRUSH_PARTS = [
  ['completed', 'bg-good-solid', 'completed'],
  ['cancelled', 'bg-idle-solid', 'cancelled'],
  ['open', 'bg-info-solid', 'not over'],
  ['failed', 'bg-bad-solid', 'failed'],
] as const

export const barSum = ({ completed, failed, cancelled, open }: BrushBar): number =>
  completed + failed + cancelled + open
