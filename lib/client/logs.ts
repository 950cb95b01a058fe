import { z } from 'zod'
import type { LogStretch, PlacedLine } from '@/lib/contract/records/logs'
import { Labels, Seq } from '@/lib/contract/records/primitives'
import { type LogOpening, pathToLogMap, pathToLogTail } from '@/lib/url/logs'
import { wireQuery } from './wire-query'

export const logKeys = {
  all: (runId: string) => ['logs', runId] as const,
  first: (runId: string, at: LogOpening) => ['logs', runId, 'first', at] as const,
  map: (runId: string) => ['logs', runId, 'map'] as const,
  search: (runId: string, question: string) => ['logs', runId, 'search', question] as const,
  tail: (runId: string) => ['logs', runId, 'tail'] as const,
}

const Line = z.object({ seq: Seq, ts: z.string(), level: z.string(), line: z.string(), attrs: Labels.optional() })
const Placed = Line.extend({ place: z.number(), whole: z.number().optional() })
const WireStretch = z
  .tuple([Seq, z.string()], z.number())
  .transform(([to, at, ...counts]): LogStretch => ({ to, at, counts }))

const Delivery = z.object({
  delivered: Seq.nullable(),
  delivered_at: z.string().nullable(),
  dropped: z.string().nullable(),
  last_error: z.string().nullable(),
  last_attempt_at: z.string().nullable(),
  failing_since: z.string().nullable(),
})

const LogMap = z.object({
  kept: z.boolean(),
  truncated: z.boolean(),
  stretches: z.array(WireStretch),
  more: z.boolean(),
  oldest_at: z.string().nullable(),
  delivery: Delivery.nullable().default(null),
  opened: z.object({ index: z.number(), lines: z.array(Placed) }).nullable(),
})
export type LogMap = z.infer<typeof LogMap>

// Sequences are texts here, and no other number of these answers is long: the native parser loses nothing.
const readAs =
  <S extends z.ZodType>(schema: S) =>
  (text: string): z.output<S> =>
    schema.parse(JSON.parse(text))

export const readLogMap = readAs(LogMap)

/** The beginning of the map and the lines of one place, which the page brings along. */
export const firstLogQuery = (runId: string, at: LogOpening) =>
  wireQuery<LogMap>({ queryKey: logKeys.first(runId, at), path: pathToLogMap(runId, { at }), read: readLogMap })

/** As the route takes it. */
export const firstLogInput = (runId: string, at: LogOpening) => ({ run_id: runId, at })

/** For each stretch that was asked for its lines. */
export const readLogLines: (text: string) => PlacedLine[][] = readAs(z.array(z.array(Placed)))

const Search = z.object({
  hits: z.array(z.tuple([Seq], z.number()).transform(([seq, ...places]) => ({ seq, places }))),
  reached: Seq.nullable(),
})
export const readLogSearch = readAs(Search)
export type LogHit = z.infer<typeof Search>['hits'][number]

const Tail = z.object({ kept: z.boolean(), lines: z.array(Line) })
type Tail = z.infer<typeof Tail>

const TAIL_LINES = 8
/** The last lines of the log. */
export const logTailQuery = (runId: string) =>
  wireQuery<Tail>({ queryKey: logKeys.tail(runId), path: pathToLogTail(runId, TAIL_LINES), read: readAs(Tail) })
export const logTailInput = (runId: string) => ({ run_id: runId, limit: String(TAIL_LINES) })
