import { type Fact, KeyValues } from '@/components/ui/key-values'
import type { RollBackOutcome } from '@/lib/client/roll-back'
import type { Verdict } from '@/lib/derive/roll-back'
import { whole } from '@/lib/format/number'
import { visible } from '@/lib/format/text'

const TONES = {
  good: 'bg-good-weak text-good',
  warn: 'bg-warn-weak text-warn',
  bad: 'bg-bad-weak text-bad',
} as const

/** What was tried, or done: one sentence, then what it is made of. */
export function RollBackResult({ outcome, verdict }: { outcome: RollBackOutcome; verdict: Verdict }) {
  const { dry_run, mode, deleted, restored, conflicts, dataset, note } = outcome
  const facts: (Fact | false)[] = [
    {
      name: 'State',
      value: dry_run ? 'tried, nothing changed' : outcome.applied === false ? 'not applied' : 'applied',
    },
    mode != null && { name: 'Mode', value: visible(mode) },
    dataset != null && { name: 'Dataset', value: <span className="font-mono text-meta">{visible(dataset)}</span> },
    deleted != null && { name: 'Rows deleted', value: whole(deleted) },
    restored != null && { name: 'Rows restored', value: whole(restored) },
    conflicts != null && { name: 'Conflicts', value: whole(conflicts) },
    told('Bookmark set back', outcome.bookmark_rewound),
    told('Watermark set back', outcome.token_rewound),
    note != null && note !== '' && { name: 'Note', value: visible(note) },
  ]
  return (
    <section aria-label="Result" className="grid gap-2.5 rounded-control border border-line p-3">
      <p role="status" className={`rounded-control px-3 py-2 wrap-anywhere ${TONES[verdict.tone]}`}>
        {visible(verdict.words)}
      </p>
      <KeyValues facts={facts} />
    </section>
  )
}

const told = (name: string, value: boolean | string | null | undefined): Fact | false =>
  value != null && { name, value: value === true ? 'yes' : value === false ? 'no' : visible(value) }
