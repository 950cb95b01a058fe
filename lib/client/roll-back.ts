import { useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { rollBackRun } from '@/lib/actions/roll-back'
import { writeJson } from '@/lib/contract/json'
import { Count } from '@/lib/contract/records/primitives'
import { runKeys } from './runs'
import { answerAs } from './submit'

/** Engines say some of it as a switch and some as words. */
const Told = z.union([z.boolean(), z.string()]).nullish()
const Outcome = z.object({
  row: z.string().nullish(),
  sink_kind: z.string().nullish(),
  dataset: z.string().nullish(),
  mode: z.string().nullish(),
  dry_run: z.boolean(),
  deleted: Count.nullish(),
  restored: Count.nullish(),
  conflicts: Count.nullish(),
  applied: z.boolean().nullish(),
  note: z.string().nullish(),
  bookmark_rewound: Told,
  token_rewound: Told,
  blocked: Told,
})
export type RollBackOutcome = z.output<typeof Outcome>

export interface RollBackAsked {
  run_id: string
  invocation_id: string
  dry_run: boolean
  force: boolean
  config?: string
  config_format?: 'yaml' | 'json'
}

/** Undoes what an invocation wrote, or says what that would do. */
export function useRollBack() {
  const queries = useQueryClient()
  return useMutation<RollBackOutcome, Error, RollBackAsked>({
    mutationFn: async (asked) => answerAs(Outcome, await rollBackRun(writeJson(asked))),
    onSuccess: ({ dry_run }) => (dry_run ? undefined : queries.invalidateQueries({ queryKey: runKeys.all })),
  })
}
