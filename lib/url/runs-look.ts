import { pathToRuns } from './paths'

/** Columns of the list of runs, in the order in which they stand before anybody moves them. */
export const RUN_COLUMNS = [
  'status',
  'run',
  'id',
  'pipeline',
  'tenant',
  'template',
  'origin',
  'submitter',
  'connectors',
  'pool',
  'rows',
  'rate',
  'bytes',
  'cost',
  'invocations',
  'dlq',
  'duration',
  'attempt',
  'error',
  'labels',
  'owner',
  'submitted',
  'started',
  'finished',
  'age',
] as const
export type RunColumn = (typeof RUN_COLUMNS)[number]

/** How somebody has the list of runs drawn. */
export interface RunsLook {
  /** What is shown, from left to right; `run` is always among them. */
  columns: readonly RunColumn[]
  /** Pixels, where somebody chose them. */
  widths: Readonly<Partial<Record<RunColumn, number>>>
  isCompact: boolean
  /** The runs over time stand above them. */
  hasChart: boolean
}

export const USUAL_LOOK: RunsLook = {
  columns: ['status', 'run', 'pipeline', 'tenant', 'rows', 'duration', 'error', 'submitted', 'age'],
  widths: {},
  isCompact: false,
  hasChart: true,
}

/** The server draws the list too, so the look travels with each request. */
export const LOOK_COOKIE = 'faucet_console_runs'
const NARROWEST = 48
const WIDEST = 800

/** `status.run.pipeline-240.rows~compact~nochart`; columns that are unknown, or come twice, are left out. Null: it says nothing. */
export function readRunsLook(text: string | undefined): RunsLook | null {
  if (text === undefined || text.length > 600) return null
  const [list = '', ...marks] = text.split('~')
  const widths: Partial<Record<RunColumn, number>> = {}
  const columns = new Set<RunColumn>()
  for (const part of list.split('.')) {
    const [name, width] = part.split('-')
    const column = RUN_COLUMNS.find((known) => known === name)
    if (column === undefined) continue
    columns.add(column)
    if (width !== undefined && /^\d{1,4}$/.test(width)) widths[column] = widthWithin(Number(width))
  }
  if (columns.size === 0) return null
  // Without it no row would lead anywhere.
  const shown = columns.has('run') ? [...columns] : (['run', ...columns] as const)
  return { columns: shown, widths, isCompact: marks.includes('compact'), hasChart: !marks.includes('nochart') }
}

export const writeRunsLook = ({ columns, widths, isCompact, hasChart }: RunsLook): string =>
  columns.map((column) => (widths[column] === undefined ? column : `${column}-${widths[column]}`)).join('.') +
  (isCompact ? '~compact' : '') +
  (hasChart ? '' : '~nochart')

export const widthWithin = (px: number): number => Math.min(Math.max(Math.round(px), NARROWEST), WIDEST)

export const withColumn = (look: RunsLook, column: RunColumn, isShown: boolean): RunsLook => {
  if (isShown === look.columns.includes(column) || column === 'run') return look
  if (!isShown) return { ...look, columns: look.columns.filter((shown) => shown !== column) }
  // Back where it stood before anybody moved anything: after the nearest one that is shown.
  const before = RUN_COLUMNS.slice(0, RUN_COLUMNS.indexOf(column)).findLast((known) => look.columns.includes(known))
  const at = before === undefined ? 0 : look.columns.indexOf(before) + 1
  return { ...look, columns: look.columns.toSpliced(at, 0, column) }
}

/** `by` steps to the right, or to the left; at an end it stays. */
export function moveColumn(look: RunsLook, column: RunColumn, by: number): RunsLook {
  const from = look.columns.indexOf(column)
  const to = Math.min(Math.max(from + by, 0), look.columns.length - 1)
  if (from === -1 || from === to) return look
  return { ...look, columns: look.columns.toSpliced(from, 1).toSpliced(to, 0, column) }
}

/** A kept question with its columns, which the address carries. */
export const viewAddress = ({ search, look }: { search: string; look: string }): string =>
  pathToRuns([search, look === '' ? '' : `cols=${encodeURIComponent(look)}`].filter((part) => part !== '').join('&'))
