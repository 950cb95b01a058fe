import 'server-only'
import type { Page } from '@/lib/contract/page'
import { RunRecord } from '@/lib/contract/records/runs'
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
  answer: (page: Page<RunRecord>): Answer => json(list('runs', page.rows, ROWS, page.next_cursor)),
}
