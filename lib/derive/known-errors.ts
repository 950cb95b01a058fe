export interface KnownError {
  /** A few words that name it. */
  title: string
  /** What it usually means and what helps. */
  hint: string
  /** It may pass by itself: the same run may succeed later. */
  mayPass: boolean
}

const known = (pattern: RegExp, title: string, hint: string, mayPass = false) => ({ pattern, title, hint, mayPass })

/** Errors of engines and of what they talk to, the most exact first. */
const KNOWN: readonly (KnownError & { pattern: RegExp })[] = [
  known(
    /^run exceeded timeout_secs/,
    'Time limit reached',
    'The run was given a time limit and was stopped at it; nothing it had begun was counted. Raise the limit, or split the work.',
  ),
  known(
    /^Budget `[^`]+` exceeded/,
    'Budget used up',
    'The run stopped itself at its own budget. Raise the budget if the amount is expected; else look for what grew.',
  ),
  known(
    /^budget: .*allowed_sinks/,
    'Sink not in its budget',
    'The budget names the sinks that may be written to, and this one is not among them.',
  ),
  known(
    /owning serve instance's lease expired/,
    'Its instance was lost',
    'The engine that worked on it stopped without saying so. Nothing in the config caused it; run it again.',
    true,
  ),
  known(
    /reclaimed \d+ times .*poison/,
    'Given up after repeated losses',
    'Every instance that took it up was lost. It may itself be what brings them down: look at memory and at the last log lines.',
  ),
  known(
    /server shutdown before the run finished/,
    'Stopped with its server',
    'The engine was shut down while it ran. Run it again.',
    true,
  ),
  known(
    /^\d+\/\d+ shard\(s\) failed/,
    'Shards failed',
    'Parts of it failed on their own; the log and the shards say which.',
  ),
  known(/^sharding: /, 'Could not be split', 'The source could not be cut into shards; its message says why.'),
  known(
    /Quality check '[^']*' failed/,
    'Quality check failed',
    'Rows broke a rule of the pipeline, which is set to stop then. Look at the rows, or send them to quarantine.',
  ),
  known(
    /Contract v?\S* violated/,
    'Contract broken',
    'What came no longer fits the contract of this dataset. Agree with its owner, or change the contract.',
  ),
  known(
    /schema drift/i,
    'Schema changed',
    'The source has another shape than before, and the pipeline is set to stop then.',
  ),
  known(
    /is not RFC3339/,
    'Clock cannot be read',
    'The clock given to the run is no instant: write it as 2026-11-30T00:00:00Z.',
  ),
  known(
    /invalid state key|contains illegal character/,
    'Name cannot be a state key',
    'Bookmarks are kept under the pipeline’s name, which may hold letters, digits, and - _ . : only.',
  ),
  known(
    /no such file or directory/i,
    'File not found',
    'On the machine of the engine there is no such file. Check the path, and that it is mounted there.',
  ),
  known(
    /permission denied|access denied|AccessDenied/i,
    'Not allowed',
    'The engine may not read or write there. Check its user, its role, or the grants.',
  ),
  known(
    /no space left on device|disk (?:is )?full/i,
    'Disk full',
    'Free space where the engine writes, then run it again.',
  ),
  known(
    /HTTP 401|HTTP 403|invalid_grant|unauthorized|authentication failed|password authentication/i,
    'Sign-in refused',
    'The other side does not accept the credentials. They may have expired or been revoked: renew them.',
  ),
  known(
    /HTTP 429|rate.?limit|too many requests/i,
    'Rate limit',
    'The other side asks for fewer calls. Run later, or lower concurrency.',
    true,
  ),
  known(/HTTP 404/, 'Not found there', 'The other side has no such resource. Check the address.'),
  known(/HTTP 4\d\d/, 'Refused by the other side', 'It answered that the request is wrong; its message says why.'),
  known(
    /HTTP 5\d\d/,
    'The other side failed',
    'It answered that the fault is its own. The same run may succeed later.',
    true,
  ),
  known(
    /connection (?:refused|reset|closed|aborted)|broken pipe|ECONNRE/i,
    'Connection lost',
    'The other side could not be reached, or hung up. The same run may succeed later.',
    true,
  ),
  known(
    /timed? ?out|deadline exceeded/i,
    'No answer in time',
    'The other side took too long. The same run may succeed later.',
    true,
  ),
  known(
    /failed to lookup address|name or service not known|dns error|could not resolve/i,
    'Name not found',
    'The name of the other side has no address where the engine runs. Check it for typing errors, and the network.',
  ),
  known(
    /deadlock|could not serialize|lock timeout|database is locked/i,
    'Lost to another writer',
    'Another writer held what it needed. Run it again.',
    true,
  ),
  known(
    /no such column|no such table|does not exist|unknown column/i,
    'Not there any more',
    'The query names a table or column that does not exist. It may have been renamed.',
  ),
  known(/query failed/i, 'Query failed', 'The database refused the query; its message says why.'),
  known(/out of memory|cannot allocate/i, 'Out of memory', 'Smaller batches or fewer rows at once need less.'),
  known(/^Config error:/, 'Config error', 'The config asks for something that cannot be done as written.'),
  known(/^Auth error:/, 'Sign-in failed', 'The other side does not accept the credentials.'),
  known(/^Source error:/, 'Source failed', 'Reading failed; the message is the source’s own.'),
  known(/^Sink error:/, 'Sink failed', 'Writing failed; the message is the sink’s own.'),
  known(
    /^State error:/,
    'Bookmark could not be kept',
    'The place where bookmarks are kept could not be read or written.',
  ),
]

/** What is known of an error by its words; null: nothing. Only the beginning is looked at: it may be megabytes long. */
export function knownError(text: string): KnownError | null {
  const head = text.slice(0, 4_000)
  const hit = KNOWN.find(({ pattern }) => pattern.test(head))
  return hit === undefined ? null : { title: hit.title, hint: hit.hint, mayPass: hit.mayPass }
}

export interface Limit {
  name: string
  limit: string
  actual: string | null
}

/** The limit that ended a run, in the engine's own numbers; null: none did. */
export function limitReached(text: string | null): Limit | null {
  const head = text?.slice(0, 400) ?? ''
  const budget = /^Budget `([^`]+)` exceeded: limit (\S+), actual (\S+)/.exec(head)
  if (budget !== null) {
    const [, name = '', limit = '', actual = ''] = budget
    return { name, limit: limit.replace(/,$/, ''), actual }
  }
  const time = /^run exceeded timeout_secs \((\S+)\)/.exec(head)
  return time === null ? null : { name: 'timeout_secs', limit: time[1] ?? '', actual: null }
}
