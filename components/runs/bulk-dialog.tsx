'use client'

import type { Route } from 'next'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { SkeletonLines } from '@/components/ui/skeleton'
import { Time } from '@/components/ui/time'
import { type BulkChoice, useBulkPlan, useStartBulk } from '@/lib/client/bulk'
import { type BulkPlan, type BulkShare, MOST_BULK_RUNS } from '@/lib/contract/records/bulk'
import { BULK_WORDS } from '@/lib/derive/bulk-words'
import { counted, whole } from '@/lib/format/number'
import { visible } from '@/lib/format/text'
import { pathToBulk } from '@/lib/url/bulk'

/** From so many on a deletion has to be spelled out. */
const MANY = 100

interface BulkDialogProps {
  choice: BulkChoice
  onClose: () => void
  /** It has begun: what was chosen is dealt with. */
  onBegun?: () => void
}

/** Says what an action on many runs would do, computed by the server, before it is done. */
export function BulkDialog({ choice, onClose, onBegun }: BulkDialogProps) {
  const { verb } = BULK_WORDS[choice.kind]
  const plan = useBulkPlan(choice)
  return (
    <Dialog title={`${verb} runs?`} isOpen onOpen={(isOpen) => !isOpen && onClose()}>
      {plan.data !== undefined ? (
        <Planned choice={choice} plan={plan.data} onClose={onClose} onBegun={onBegun} />
      ) : plan.error !== null ? (
        <div className="grid gap-4">
          <Refusal message={plan.error.message} />
          <div className="flex justify-end gap-2">
            <Button onPress={onClose}>Close</Button>
            <Button icon="refresh" onPress={() => void plan.refetch()}>
              Try again
            </Button>
          </div>
        </div>
      ) : (
        <div className="grid gap-4">
          <p className="text-ink-2">Looking at the runs; nothing is done yet.</p>
          <SkeletonLines lines={4} label="Looking at the runs" />
        </div>
      )}
    </Dialog>
  )
}

interface PlannedProps {
  choice: BulkChoice
  plan: BulkPlan
  onClose: () => void
  onBegun: (() => void) | undefined
}

function Planned({ choice, plan, onClose, onBegun }: PlannedProps) {
  const router = useRouter()
  const start = useStartBulk()
  const [typed, type] = useState('')
  const { verb, would, effect } = BULK_WORDS[plan.kind]
  const count = sumOf(plan.ready)
  if (count === 0) {
    return (
      <div className="grid gap-4">
        <p className="font-strong">There is nothing to {verb.toLowerCase()}.</p>
        <Skipped shares={plan.skipped} />
        <Looked plan={plan} />
        <div className="flex justify-end">
          <Button onPress={onClose}>Close</Button>
        </div>
      </div>
    )
  }
  const isSpelled = plan.kind !== 'delete' || count < MANY || typed.replaceAll(',', '').trim() === String(count)
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isSpelled || start.isPending) return
        start.mutate(
          { choice, plan },
          {
            onSuccess: ({ id }) => {
              onBegun?.()
              router.push(pathToBulk(id) as Route)
            },
          },
        )
      }}
    >
      <div className="grid gap-1.5">
        <p>
          <strong className="font-strong">{counted(count, 'run')}</strong> would be {would}
          <Sample plan={plan} count={count} />.
        </p>
        {plan.ready.length > 1 && <Shares shares={plan.ready} />}
      </div>
      <Skipped shares={plan.skipped} />
      <Looked plan={plan} />
      <p className="max-w-prose text-ink-2">{effect}</p>
      {plan.kind === 'delete' && count >= MANY && (
        <Field label={`Type ${count} to confirm`}>
          {({ id }) => <Input id={id} name="count" value={typed} onChange={type} isMono />}
        </Field>
      )}
      {start.error !== null && <Refusal message={start.error.message} />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onPress={onClose}>Keep them</Button>
        <Button type="submit" intent="danger" isBusy={start.isPending} isDisabled={!isSpelled}>
          {verb} {counted(count, 'run')}
        </Button>
      </div>
    </form>
  )
}

const sumOf = (shares: readonly BulkShare[]): number => shares.reduce((sum, { count }) => sum + count, 0)

function Sample({ plan: { sample }, count }: { plan: BulkPlan; count: number }) {
  const names = sample.map(({ run_id, name }) => visible(name?.trim() ? name : run_id))
  return (
    <span className="text-ink-3 wrap-anywhere">
      : {names.join(', ')}
      {count > names.length && ' and others'}
    </span>
  )
}

function Shares({ shares }: { shares: readonly BulkShare[] }) {
  return (
    <ul className="grid gap-0.5 text-ink-2">
      {shares.map(({ note, count }) => (
        <li key={note} className="grid-count gap-2">
          <span className="text-right tabular-nums">{whole(count)}</span>
          <span className="wrap-anywhere">{note}</span>
        </li>
      ))}
    </ul>
  )
}

function Skipped({ shares }: { shares: readonly BulkShare[] }) {
  if (shares.length === 0) return null
  return (
    <div className="grid gap-1">
      <p className="text-ink-3">Left as they are:</p>
      <Shares shares={shares} />
    </div>
  )
}

/** How far it was looked, where that is not everything. */
function Looked({ plan: { asked } }: { plan: BulkPlan }) {
  if (asked.is_capped) {
    return (
      <p className="rounded-control bg-warn-weak px-3 py-2">
        These are the newest {whole(MOST_BULK_RUNS)} that fit, which is what one action takes. Do it again for the rest.
      </p>
    )
  }
  if (asked.reached === null) return null
  return (
    <p className="rounded-control bg-warn-weak px-3 py-2">
      No index serves this filter, so the search stopped for time at <Time at={asked.reached} />. Older runs were not
      looked at and are left as they are.
    </p>
  )
}

function Refusal({ message }: { message: string }) {
  return (
    <p role="alert" className="max-w-prose rounded-control bg-bad-weak px-3 py-2 wrap-anywhere text-bad">
      {message}
    </p>
  )
}
