import 'server-only'
import type { Page } from '@/lib/contract/page'
import { isTimestamp } from '@/lib/contract/records/primitives'
import { RunRecord } from '@/lib/contract/records/runs'
import { longCursor } from '@/lib/derive/cursor'
import { SLIM_RUN } from '@/lib/derive/run-slim'
import { type Answer, json, list, remembering, type View } from './list'
import { runList } from './runs'

/** Whoever looks, there is no room for more of a row than this; the text of what cannot be read is on the run's own page. */
const ROWS: View = {
  mask: SLIM_RUN,
  schema: RunRecord,
  seesRaw: false,
  longest: 50_000,
  shown: remembering(({ columns }) => columns['run_id']),
}

/** The list of runs as the pages show it: the same rows in the same order, without what no list shows. */
export const runRows = {
  ...runList,
  answer: (page: Page<RunRecord>): Answer => json(list('runs', page.rows, ROWS, cursorAfter(page))),
}

/** The long form, from the columns that the order is made of: it holds when the row is gone, and when its body says otherwise. */
function cursorAfter({ rows, next_cursor, reached }: Page<RunRecord>): string | undefined {
  if (next_cursor === undefined || reached !== undefined) return next_cursor
  const { submitted_at: at, run_id: id } = rows.at(-1)?.columns ?? {}
  return at && id && isTimestamp(at) ? longCursor(at, id) : next_cursor
}
