import { z } from 'zod'
import type { Deps } from '@/lib/contract/deps'
import { Timestamp } from '@/lib/contract/records/primitives'
import { RUN_STATUSES, type RunSearch } from '@/lib/contract/records/runs'
import { AppError } from '../kit/app-error'
import { clamp } from '../kit/limit'
import { type CountedPage, countRuns, Labels, searchPage, submittedBy } from '../kit/run-page'
import { defineQuery } from '../kit/use-case'

const Input = z.object({
  /** Statuses, comma-separated. */
  status: z.string().optional(),
  name: z.string().optional(),
  since: Timestamp.optional(),
  until: Timestamp.optional(),
  limit: z.number().optional(),
  cursor: z.string().optional(),
  tenant: z.string().optional(),
  /** From here on what engines of 1.16 and 1.17 added. */
  labels: Labels.default([]),
  submitted_by: z.string().optional(),
  mine: z.boolean().default(false),
  dataset_id: z.string().optional(),
  name_contains: z.string().optional(),
  pool: z.string().optional(),
  counts: z.boolean().default(false),
})
type Asked = z.output<typeof Input>

/** One page of runs, newest first (http-api.md 1.2, 12). */
export const listRuns = defineQuery({
  label: 'run.list',
  permission: 'run_read',
  scope: 'tenant',
  input: Input,
  needs: ['runs', 'insight', 'audit', 'store'],
  async run(deps, asked, { principal }): Promise<CountedPage> {
    const limit = clamp(asked.limit, 50, 500)
    const { status, name, since, until, tenant, cursor } = asked
    const usual = { status: statusesOf(status ?? ''), ...given({ name, since, until, tenant }) }
    const later = await laterClauses(deps, asked, principal.name)
    const search: RunSearch = { ...usual, ...later, ...given({ since: latest(since, later.since) }) }
    const page =
      Object.keys(later).length === 0
        ? await deps.runs.list({ ...usual, limit, ...given({ cursor }) })
        : await searchPage(deps, search, { limit, cursor })
    return asked.counts ? { ...page, ...(await countRuns(deps.insight, search)) } : page
  },
})

const POOL = /^[a-z0-9][a-z0-9_-]{0,62}$/
const DATASET = /^[A-Za-z0-9-]{1,64}$/

/** What no list answers by itself, refused in the words of the engines that know it. */
async function laterClauses(
  deps: Pick<Deps, 'audit' | 'store'>,
  { labels, submitted_by, mine, dataset_id, name_contains, pool }: Asked,
  caller: string,
): Promise<Partial<RunSearch>> {
  if (mine && submitted_by !== undefined) throw new AppError('bad_config', 'set `mine` or `submitted_by`, not both')
  if (pool && !POOL.test(pool)) {
    throw new AppError(
      'bad_config',
      `invalid pool name \`${pool}\`: use 1-63 lowercase letters, digits, \`-\` or \`_\`, starting with a letter or digit`,
    )
  }
  if (dataset_id !== undefined && !DATASET.test(dataset_id)) {
    throw new AppError(
      'bad_config',
      `invalid \`dataset_id\` '${dataset_id}': a catalog dataset id is letters, digits and \`-\``,
    )
  }
  const submitter = mine ? caller : submitted_by
  return {
    ...(labels.length > 0 && { labels: labels.map(({ key, value }) => ({ key, ...given({ value }) })) }),
    ...(submitter !== undefined && (await submittedBy(deps, submitter))),
    ...given({ dataset_id, name_holds: name_contains || undefined, pool: pool || undefined }),
  }
}

const latest = (a: Timestamp | undefined, b: Timestamp | undefined): Timestamp | undefined =>
  a === undefined || b === undefined ? (a ?? b) : Date.parse(a) > Date.parse(b) ? a : b

/** Without what was not given: an absent clause is none. */
function given<T extends object>(members: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
}

/** Words of a comma list; blanks around them and empty ones do not count. */
function statusesOf(list: string): string[] {
  const words = list
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
  const unknown = words.find((word) => !KNOWN.has(word))
  if (unknown !== undefined) {
    throw new AppError('bad_config', `unknown status '${unknown}' — valid values: ${RUN_STATUSES.join(', ')}`)
  }
  return words
}

const KNOWN: ReadonlySet<string> = new Set(RUN_STATUSES)
