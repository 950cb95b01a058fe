/** What conditions look at in a body, as the native parser sees it: far cheaper than reading the record, and only for looking. */
export interface RunBody {
  name: string | null
  labels: Readonly<Record<string, string>>
  error: string | null
  replay_of: string | undefined
  tenant: string | null
  started_at: string | null
  elapsed_secs: number | null
  records_written: number
  attempt: number
  invocations: readonly InvocationBody[]
}
interface InvocationBody {
  error: string | null
  dataset_id: string | undefined
  /** Batches of which at least one row went to a dead-letter queue. */
  dlq: number
}

type Members = Readonly<Record<string, unknown>>

/** Null: the text is no JSON object, and nobody can tell. Of what has another type than it should nothing is known. */
export function readRunBody(text: string): RunBody | null {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return null
  }
  if (!isMembers(body)) return null
  const { labels, invocations } = body
  return {
    name: textOrNull(body['name']),
    labels: isMembers(labels) ? onlyTexts(labels) : {},
    error: textOrNull(body['error']),
    replay_of: textOrNull(body['replay_of']) ?? undefined,
    tenant: textOrNull(body['tenant']),
    started_at: textOrNull(body['started_at']),
    elapsed_secs: numberOrNull(body['elapsed_secs']),
    records_written: numberOrNull(body['records_written']) ?? 0,
    attempt: numberOrNull(body['attempt']) ?? 0,
    invocations: Array.isArray(invocations) ? invocations.filter(isMembers).map(invocationBody) : [],
  }
}

function invocationBody({ error, usage, batches }: Members): InvocationBody {
  const counts = isMembers(batches) ? batches : {}
  return {
    error: textOrNull(error),
    dataset_id: (isMembers(usage) && textOrNull(usage['dataset_id'])) || undefined,
    dlq: (numberOrNull(counts['dlq_partial']) ?? 0) + (numberOrNull(counts['dlq_all']) ?? 0),
  }
}

const isMembers = (value: unknown): value is Members => typeof value === 'object' && value !== null
const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null)
const numberOrNull = (value: unknown): number | null => (typeof value === 'number' ? value : null)
const onlyTexts = (labels: Members): Record<string, string> =>
  Object.fromEntries(Object.entries(labels).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
