import { z } from 'zod'
import { Labels, Opaque } from '@/lib/contract/records/primitives'
import { choice, maybe } from './request-shape'
import { runOptions } from './run-requests'
import { parseChannel, parseSelector, type Selector } from './template-select'

/** What may be asked of the template registry (http-api.md 1.10). Unknown members do not count. */

/** Which version: a number, its digits, or a channel in any spelling. Nothing given: whatever the question takes then. */
const MaybeVersion = z
  .unknown()
  .transform((value, ctx): Selector | undefined => {
    if (value === undefined || value === null) return undefined
    const read = parseSelector(value)
    if (read.ok) return read.selector
    ctx.issues.push({ code: 'custom', input: value, message: read.message })
    return z.NEVER
  })
  .optional()

const ChannelName = z.string().transform((text, ctx) => {
  const read = parseChannel(text)
  if (read.ok) return read.channel
  ctx.issues.push({ code: 'custom', input: text, message: read.message })
  return z.NEVER
})

export const RegisterTemplateBody = z.object({
  id: maybe(z.string()),
  config: z.string(),
  config_format: choice('yaml', 'json').default('yaml'),
  description: maybe(z.string()),
  tags: z.array(ChannelName).default([]),
  launch: z.boolean().default(false),
})
export type RegisterTemplateRequest = z.output<typeof RegisterTemplateBody>

/** A run of a version: what it is bound with, and how it is to go. */
export const RunTemplateBody = z.object({
  params: z.record(z.string(), Opaque).default({}),
  env: Labels.default({}),
  sink: maybe(z.string()),
  sink_version: MaybeVersion,
  overlay: maybe(Opaque),
  overlay_version: MaybeVersion,
  version: MaybeVersion,
  ...runOptions,
})
export type RunTemplateRequest = z.output<typeof RunTemplateBody>

export const SetChannelBody = z.object({ tag: ChannelName, version: MaybeVersion })
export const LaunchTemplateBody = z.object({ version: MaybeVersion })
export const DeprecateBody = z.object({ reason: maybe(z.string()), undo: z.boolean().default(false) })
/** What a request for a launch names. */
export const LaunchPayload = z.object({ id: z.string(), version: MaybeVersion })
