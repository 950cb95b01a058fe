import { z } from 'zod'
import { clamp } from '../kit/limit'
import { defineQuery } from '../kit/use-case'

/** Local files that sinks opened, last written first. Whether they are still on the engine's disk nobody here knows. */
export const listOutputs = defineQuery({
  label: 'local_output.list',
  permission: 'local_output_read',
  scope: 'global',
  input: z.object({
    dataset_id: z.string().optional(),
    pipeline: z.string().optional(),
    include_expired: z.boolean().default(false),
    limit: z.number().optional(),
  }),
  needs: ['outputs'],
  run: ({ outputs }, { include_expired, limit, ...filter }) =>
    outputs.list({ ...filter, include_deleted: include_expired, limit: clamp(limit, 200, 2_000) }),
})
