import 'server-only'
import { listRunExtras, type RunExtras } from '@/lib/services/runs/list-run-extras'
import { json, printPlain } from './list'

/** Beside a page of runs. */
export const runExtras = {
  run: listRunExtras,
  input: ({ search }: { search: URLSearchParams }) => ({ run_ids: (search.get('run_ids') ?? '').split(',') }),
  answer: (extras: RunExtras) => json(printPlain(extras)),
}
