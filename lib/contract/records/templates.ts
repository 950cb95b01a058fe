import { z } from 'zod'
import { Count, Opaque, record, strict, Timestamp, U32, word } from './primitives'
import { ConfigFormat } from './runs'
import { knows, laterMember, type OldestEngine } from './vocabulary'

/** Computed from the launch log and the versions; never stored. `stable` is what a caller gets who names none. */
export const DERIVED_CHANNELS = ['stable', 'previous', 'newest'] as const
/** Pointers that people move. The list is closed. */
export const ASSIGNABLE_CHANNELS = ['dev', 'test', 'staging', 'pre-prod', 'canary', 'prod'] as const
export const CHANNELS = [...DERIVED_CHANNELS, ...ASSIGNABLE_CHANNELS] as const
export type Channel = (typeof CHANNELS)[number]

const KINDS = ['source-template', 'sink-template', 'pipeline', 'deployment'] as const
export const TEMPLATE_KINDS = [...KINDS, 'test-suite'] as const
const SCALARS = ['string', 'int', 'float', 'bool'] as const
export const PARAM_TYPES = [...SCALARS, 'list', 'object'] as const
export type ParamType = (typeof PARAM_TYPES)[number]

/** One declared parameter (records.md 7.6) as engines from `oldest` on can decode it. */
function paramSpec(oldest: OldestEngine) {
  const structured = knows(oldest, '1.16')
  // Lists and objects hold specs themselves; they are kept as they are, and looked into when they are written.
  const Nested = z.codec(Opaque, Opaque, {
    decode: (value) => value,
    encode: (value, ctx) => {
      const read = Spec.safeDecode(value as z.input<typeof Spec>)
      if (read.success && Spec.safeEncode(read.data).success) return value
      ctx.issues.push({ code: 'custom', input: value, message: 'not a parameter declaration' })
      return z.NEVER
    },
  })
  const Spec = strict({
    type: word<ParamType>(...(structured ? PARAM_TYPES : SCALARS)).default('string'),
    required: z.boolean().default(false),
    default: Opaque.optional(),
    secret: z.boolean().default(false),
    description: z.string().optional(),
    computed: z.string().optional(),
    values: laterMember(knows(oldest, '1.13'), z.array(Opaque)).optional(),
    items: laterMember(structured, Nested).optional(),
    properties: laterMember(structured, z.record(z.string(), Nested)).optional(),
    min_items: laterMember(structured, Count).optional(),
    max_items: laterMember(structured, Count).optional(),
    trusted: laterMember(structured, z.boolean()).optional(),
  })
  return Spec
}
export const ParamSpec = paramSpec('1.13')
export type ParamSpec = z.output<typeof ParamSpec>

/** One registered version (records.md 7.1): the JSON of `faucet_templates.body`. Its own `body` is the config, verbatim. */
const templateRecord = (oldest: OldestEngine) =>
  record({
    id: z.string(),
    version: U32,
    kind: word<(typeof TEMPLATE_KINDS)[number]>(...(knows(oldest, '1.14') ? TEMPLATE_KINDS : KINDS)).default(
      'pipeline',
    ),
    name: z.string().optional(),
    description: z.string().optional(),
    body: z.string(),
    format: ConfigFormat,
    params: z.record(z.string(), paramSpec(oldest)).default({}),
    created_at: Timestamp,
    created_by: z.string().optional(),
  })
const BY_AGE = {
  '1.12': templateRecord('1.12'),
  '1.13': templateRecord('1.13'),
  '1.14': templateRecord('1.14'),
  '1.16': templateRecord('1.16'),
}
export const TemplateRecord = BY_AGE['1.13']
export type TemplateRecord = z.infer<typeof TemplateRecord>

/** The schema to write with where engines from `oldest` on read. */
export const templateRecordFor = (oldest: OldestEngine): typeof TemplateRecord => BY_AGE[oldest]

/** A registration: the store gives it its version and time. */
export type TemplateDraft = Omit<TemplateRecord, 'version' | 'created_at'>

/** One entry of the launch log. `evidence` names the test result that allowed it (engines from 1.14 on). */
export const LaunchRecord = record({
  seq: U32,
  version: U32,
  launched_at: Timestamp,
  launched_by: z.string().optional(),
  evidence: z.string().optional(),
})
export type LaunchRecord = z.infer<typeof LaunchRecord>

/** Where an assignable channel points, and since when. The version may be gone. */
export const TagRecord = record({
  tag: z.string(),
  version: U32,
  updated_at: Timestamp,
  evidence: z.string().optional(),
})
export type TagRecord = z.infer<typeof TagRecord>

const deprecation = {
  deprecated_at: Timestamp,
  deprecated_by: z.string().optional(),
  reason: z.string().optional(),
}
export const DeprecationRecord = record(deprecation)
export type DeprecationRecord = z.infer<typeof DeprecationRecord>

export const VersionDeprecation = record({ version: U32, ...deprecation })
export type VersionDeprecation = z.infer<typeof VersionDeprecation>

export const TEMPLATE_STATUSES = ['draft', 'launched', 'deprecated'] as const

/** What the rows of a template mean together (records.md 7.4). The last four members are of engines from 1.14 on. */
export const TemplateState = record({
  status: word(...TEMPLATE_STATUSES),
  versions: z.array(U32),
  stable: U32.nullable().default(null),
  previous: U32.nullable().default(null),
  newest: U32.nullable().default(null),
  tags: z.record(z.string(), U32),
  deprecation: DeprecationRecord.optional(),
  deprecated_versions: z.array(VersionDeprecation).optional(),
  test_status: z.record(z.string(), z.string()).optional(),
  has_tests: z.boolean().optional(),
  stable_tests: z.string().optional(),
  evidence: z.record(z.string(), z.string()).optional(),
})
export type TemplateState = z.infer<typeof TemplateState>

/** A version without its config text, with the state of its template: a row of the list. */
export const TemplateSummary = record({
  id: z.string(),
  version: U32,
  kind: z.string().default('pipeline'),
  name: z.string().optional(),
  description: z.string().optional(),
  params: z.record(z.string(), ParamSpec).default({}),
  created_at: Timestamp,
  created_by: z.string().optional(),
  state: TemplateState.optional(),
  warnings: z.array(z.string()).optional(),
})
export type TemplateSummary = z.infer<typeof TemplateSummary>
