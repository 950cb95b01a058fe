import { z } from 'zod'
import { Timestamp } from './primitives'

const not = z.boolean().optional()

/** The run has one of these values; `not`: it has none of them. */
const Among = z.object({
  field: z.enum([
    'status',
    'name',
    'tenant',
    'owner',
    'pool',
    'key',
    'submitted_by',
    'run_id',
    /** The `pipeline` label, else the name. */
    'pipeline',
    /** `id` or `id@version`. */
    'template',
    'origin',
    'trigger',
    /** An invocation wrote this catalog dataset. */
    'dataset',
  ]),
  any: z.array(z.string()),
  not,
})
/** The name, or the `pipeline` label of a run without one, holds this text; case does not matter unless `as_written`. */
const Words = z.object({ field: z.literal('words'), text: z.string(), as_written: z.boolean().optional(), not })
/** The same name looks like this: null stands for anything; case does not matter. */
const Like = z.object({ field: z.literal('like'), parts: z.array(z.string().nullable()), not })
/** Without a value any will do. */
const Label = z.object({ field: z.literal('label'), key: z.string(), value: z.string().optional(), not })
/** In the error of the run or of an invocation; case does not matter. */
const ErrorText = z.object({ field: z.literal('error'), text: z.string(), not })
const IdBegins = z.object({ field: z.literal('id_begins'), text: z.string(), not })
const Has = z.object({
  field: z.literal('has'),
  what: z.enum(['error', 'shards', 'dlq', 'name', 'tenant', 'owner', 'key', 'labels', 'cancel']),
  not,
})
const InRange = z.object({
  field: z.enum(['rows', 'elapsed_secs', 'attempt']),
  min: z.number().optional(),
  max: z.number().optional(),
  above: z.number().optional(),
  below: z.number().optional(),
})
/** Both ends belong to it; a run without that instant is not in it. */
const InWindow = z.object({
  field: z.enum(['started', 'finished']),
  since: Timestamp.optional(),
  until: Timestamp.optional(),
})

/** One condition on a run, beside those that `RunSearch` has members for. */
export const RunClause = z.union([Among, Words, Like, Label, ErrorText, IdBegins, Has, InRange, InWindow])
export type RunClause = z.output<typeof RunClause>
export type AmongClause = z.output<typeof Among>
export type WordsClause = z.output<typeof Words>
export type HasClause = z.output<typeof Has>
export type RangeClause = z.output<typeof InRange>
export type WindowClause = z.output<typeof InWindow>
