import 'server-only'
import { writeJson } from '@/lib/contract/json'
import { isTimestamp } from '@/lib/contract/records/primitives'
import { RunRecord } from '@/lib/contract/records/runs'
import { longCursor } from '@/lib/derive/cursor'
import { SLIM_RUN } from '@/lib/derive/run-slim'
import { printRunSums } from '@/lib/derive/run-sums'
import { type FoundRuns, findRuns } from '@/lib/services/runs/find-runs'
import { runQuestion } from '@/lib/url/run-search'
import { parseRunFilter } from '@/lib/url/runs'
import { searchOf } from '@/lib/url/search'
import { type Incoming, instant, type QueryReader, query, text, whole } from '../input'
import { type Answer, extend, json, list, remembering, type View } from './list'

/** Whoever looks, there is no room for more of a row than this; the text of what cannot be read is on the run's own page. */
const ROWS: View = {
  mask: SLIM_RUN,
  schema: RunRecord,
  seesRaw: false,
  longest: 50_000,
  adds(body): Record<string, string> {
    const sums = printRunSums(body)
    return sums === null ? {} : { invocation_sums: sums }
  },
  shown: remembering(({ columns }) => columns['run_id']),
}

/** Not of the filter: pieces of its list, and rows of it that are known. */
const PIECE = query({ from: instant, upto: instant, limit: whole, cursor: text })

/** An address of the runs page, as it stands there; `among` are ids of runs that are looked at alone. */
const input: QueryReader = Object.assign(
  (incoming: Incoming) => {
    const { filter } = parseRunFilter(searchOf(incoming.search))
    const { clauses, ...question } = runQuestion(filter, Date.now())
    const among = incoming.search.get('among')
    return {
      ...question,
      clauses: among === null ? clauses : [...clauses, { field: 'run_id', any: among.split(',') }],
      ...PIECE(incoming),
    }
  },
  { params: PIECE.params },
)

/**
 * The list of runs as the pages show it: the same rows in the same order, without what no list shows, and with sums over its
 * invocations.
 */
export const runRows = {
  run: findRuns,
  input,
  answer: ({ rows, next_cursor, reached, ...more }: FoundRuns): Answer => {
    const told = { ...more, ...(reached !== undefined && { reached }) }
    const printed = Object.entries(told).map(([name, value]) => [name, writeJson(value)])
    const page = list('runs', rows, ROWS, cursorAfter({ rows, next_cursor, reached }))
    return json(printed.length === 0 ? page : extend(page, Object.fromEntries(printed)))
  },
}

/** The long form, from the columns that the order is made of: it holds when the row is gone, and when its body says otherwise. */
function cursorAfter({
  rows,
  next_cursor,
  reached,
}: Pick<FoundRuns, 'rows' | 'next_cursor' | 'reached'>): string | undefined {
  if (next_cursor === undefined || reached !== undefined) return next_cursor
  const { submitted_at: at, run_id: id } = rows.at(-1)?.columns ?? {}
  return at && id && isTimestamp(at) ? longCursor(at, id) : next_cursor
}
