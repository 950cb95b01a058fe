import type { BulkKind, BulkOutcome } from '@/lib/contract/records/bulk'

interface Words {
  /** `Delete 12 runs` */
  verb: string
  /** `12 runs would be deleted` */
  would: string
  /** `Deleting 12 runs`, while it goes on */
  doing: string
  /** `Deleted 11 of 12 runs` */
  did: string
  /** What it means, before it is done. */
  effect: string
}

/** How an action is called, wherever it is spoken of. */
export const BULK_WORDS: Readonly<Record<BulkKind, Words>> = {
  cancel: {
    verb: 'Cancel',
    would: 'cancelled',
    doing: 'Cancelling',
    did: 'Cancelled',
    effect:
      'What nobody has begun ends at once; whoever executes the others is asked to stop. A run may still come to its own ' +
      'end first; rows that were written stay.',
  },
  delete: {
    verb: 'Delete',
    would: 'deleted',
    doing: 'Deleting',
    did: 'Deleted',
    effect:
      'Their rows, shards and idempotency keys go for good. Logs, audit trail and usage stay, and so does everything that ' +
      'the runs wrote.',
  },
}

export const OUTCOME_WORDS: Readonly<Record<BulkOutcome, string>> = {
  done: 'done',
  skipped: 'skipped',
  failed: 'failed',
  begun: 'under way',
  todo: 'not yet',
}
