/** How a run began. Labels tell, and a caller could have written them too: this proves nothing. */
export type RunOrigin = 'manual' | 'template' | 'trigger' | 'backfill' | 'fanout' | 'change' | 'replay'

type Labelled = { labels: Readonly<Record<string, string>>; replay_of?: string | undefined }

/** The most telling of its marks: a template that a trigger ran was started by the trigger. */
const MARKS: readonly (readonly [label: string, origin: RunOrigin])[] = [
  ['dlq_replay', 'replay'],
  ['backfill', 'backfill'],
  ['fanout', 'fanout'],
  ['faucet.trigger.name', 'trigger'],
  ['change', 'change'],
  ['template', 'template'],
]

export function runOrigin({ labels, replay_of }: Labelled): RunOrigin {
  if (replay_of !== undefined) return 'replay'
  return MARKS.find(([label]) => Object.hasOwn(labels, label))?.[1] ?? 'manual'
}

/** Labels of which a run of that origin has at least one; null: it is one that has none of them. */
export const marksOf = (origin: string): string[] | null =>
  origin === 'manual' ? null : MARKS.flatMap(([label, marked]) => (marked === origin ? [label] : []))
