import { KeyValues } from '@/components/ui/key-values'
import { Link } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import { ProgressBar } from '@/components/ui/progress-bar'
import { Age, Time, ZoneNote } from '@/components/ui/time'
import type { BulkReceipt } from '@/lib/client/bulk'
import { type BulkOutcome, MOST_BULK_RUNS } from '@/lib/contract/records/bulk'
import { BULK_WORDS, OUTCOME_WORDS } from '@/lib/derive/bulk-words'
import { counted, whole } from '@/lib/format/number'
import { visible } from '@/lib/format/text'
import { pathToRuns } from '@/lib/url/paths'

/** How far it is, who began it and when, and which runs were meant. */
export function BulkSummary({ receipt }: { receipt: BulkReceipt }) {
  const { asked, principal, created_at, ended_at, counts } = receipt
  const of = (outcome: BulkOutcome) =>
    counts.filter((one) => one.outcome === outcome).reduce((sum, { count }) => sum + count, 0)
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  const left = of('todo') + of('begun')
  const reasons = counts
    .filter(({ note, outcome }) => note !== null && outcome !== 'done')
    .sort((a, b) => b.count - a.count)
  return (
    <Panel title="Receipt" note={<ZoneNote />}>
      <div className="grid gap-4">
        <p role="status" className="font-strong">
          {stateWords(receipt, total, left)}
        </p>
        <ProgressBar
          label="Runs by what became of them"
          segments={[
            { label: OUTCOME_WORDS.done, count: of('done'), tone: 'good' },
            { label: OUTCOME_WORDS.skipped, count: of('skipped'), tone: 'warn' },
            { label: OUTCOME_WORDS.failed, count: of('failed'), tone: 'bad' },
            { label: OUTCOME_WORDS.begun, count: of('begun'), tone: 'info' },
            { label: OUTCOME_WORDS.todo, count: of('todo'), tone: 'neutral' },
          ]}
        />
        {reasons.length > 0 && (
          <ul aria-label="Why not all of them" className="grid gap-0.5 text-ink-2">
            {reasons.map(({ note, outcome, count }) => (
              <li key={`${outcome} ${note}`} className="grid-count gap-2">
                <span className="text-right tabular-nums">{whole(count)}</span>
                <span className="wrap-anywhere">
                  {OUTCOME_WORDS[outcome]}: {note}
                </span>
              </li>
            ))}
          </ul>
        )}
        <KeyValues
          facts={[
            { name: 'Begun by', value: visible(principal) },
            {
              name: 'Begun',
              value: (
                <>
                  <Time at={created_at} />{' '}
                  <span className="text-ink-3">
                    <Age at={created_at} isSentence />
                  </span>
                </>
              ),
            },
            ended_at !== null && { name: 'Ended', value: <Time at={ended_at} /> },
            { name: 'Meant', value: <Meant receipt={receipt} /> },
            asked.reached !== null && {
              name: 'Looked at',
              value: (
                <>
                  runs back to <Time at={asked.reached} />, where the search stopped for time
                </>
              ),
            },
            asked.is_capped && {
              name: 'Left out',
              value: `whatever is older than the newest ${whole(MOST_BULK_RUNS)} that fit`,
            },
            { name: 'Kept', value: 'for 30 days' },
          ]}
        />
      </div>
    </Panel>
  )
}

function stateWords({ kind, state, is_held }: BulkReceipt, total: number, left: number): string {
  const tried = `${whole(total - left)} of ${counted(total, 'run')}`
  if (state === 'done') return `Ended: all of ${counted(total, 'run')} were tried`
  if (state === 'stopped') return `Stopped: ${tried} were tried, ${whole(left)} stay as they were`
  if (is_held) return `${BULK_WORDS[kind].doing}: ${tried}. It goes on by itself, whether you stay on this page or not.`
  return `Waiting: ${tried} were tried, and nobody works on the rest. The console was restarted, or its store was away.`
}

function Meant({ receipt: { asked } }: { receipt: BulkReceipt }) {
  if (asked.search === null) return 'runs that were chosen one by one'
  return (
    <>
      {asked.search === '' ? 'every run' : 'every run that fits'}{' '}
      <Link href={pathToRuns(asked.search)} look="inline">
        {asked.search === '' ? 'in the list' : <span className="font-mono text-meta">{visible(asked.search)}</span>}
      </Link>{' '}
      and was submitted by <Time at={asked.until} />
    </>
  )
}
