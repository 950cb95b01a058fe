'use client'

import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { CheckField } from '@/components/ui/check-field'
import { Dialog } from '@/components/ui/dialog'
import { ErrorState } from '@/components/ui/error-state'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Panel } from '@/components/ui/panel'
import { SkeletonLines } from '@/components/ui/skeleton'
import { errorFacts } from '@/lib/client/api-error'
import { useVerify, type Verified } from '@/lib/client/past-work'
import { writeJson } from '@/lib/contract/json'
import { readWhole } from '@/lib/derive/amount-text'
import type { Submission } from '@/lib/derive/submission-form'
import { counted, whole } from '@/lib/format/number'
import { visible } from '@/lib/format/text'
import { Cell, PlainTable } from './plain-table'

interface VerifyPanelProps {
  config: Pick<Submission, 'config' | 'config_format'>
  whyOff: string | null
}

/** Is everything of the source in the destination? Nothing is written unless a repair is asked for and confirmed. */
export function VerifyPanel({ config, whyOff }: VerifyPanelProps) {
  const verify = useVerify()
  const [row, setRow] = useState('')
  const [most, setMost] = useState('')
  const [isRepair, setRepair] = useState(false)
  const [mayDelete, setDelete] = useState(false)
  const [isAsking, ask] = useState(false)
  const limit = most.trim() === '' ? null : readWhole(most)
  const isBad = most.trim() !== '' && (limit === null || limit <= 0)
  const send = (repairs: boolean) =>
    verify.mutate(
      {
        config: config.config,
        ...(config.config_format !== undefined && { config_format: config.config_format }),
        ...(row.trim() !== '' && { row: row.trim() }),
        ...(limit !== null && { max_differences: Number(limit) }),
        ...(isRepair && { repair: true, dry_run: !repairs, ...(mayDelete && { allow_delete: true }) }),
      },
      { onSettled: () => ask(false) },
    )
  return (
    <Panel
      title="Verify"
      note="the destination against its source"
      actions={
        <>
          {isRepair && (
            <Button size="small" intent="danger" whyOff={whyOff} onPress={() => ask(true)}>
              Repair
            </Button>
          )}
          <Button
            size="small"
            isBusy={verify.isPending}
            whyOff={whyOff ?? (isBad ? 'The number of differences is no number' : null)}
            onPress={() => send(false)}
          >
            {isRepair ? 'Try the repair' : 'Verify'}
          </Button>
        </>
      }
      isFlush
    >
      {whyOff !== null ? (
        <p className="px-3 py-2.5 text-ink-2">{whyOff}</p>
      ) : (
        <div className="grid gap-3 p-3 wide:grid-cols-2">
          <Field label="Row" hint="Of a matrix; left out: the first">
            {(control) => <Input {...control} name="verify_row" value={row} onChange={setRow} isMono />}
          </Field>
          <Field
            label="Most differences"
            hint="How many are told; left out: the engine’s own limit"
            error={isBad ? 'This is to be a whole number above 0' : null}
          >
            {(control) => <Input {...control} name="verify_most" value={most} onChange={setMost} isMono />}
          </Field>
          <CheckField
            name="verify_repair"
            label="Repair"
            hint="Rows that are missing or differ are written anew; tried first without writing"
            isChecked={isRepair}
            onChange={setRepair}
          />
          <CheckField
            name="verify_delete"
            label="Delete too"
            hint="Rows that only the destination has are deleted by a repair"
            isChecked={mayDelete}
            isDisabled={!isRepair}
            onChange={setDelete}
          />
        </div>
      )}
      {verify.isPending ? (
        <div className="p-3">
          <SkeletonLines lines={3} label="Comparing: this may take minutes" />
        </div>
      ) : verify.error !== null ? (
        <ErrorState title="It was not verified" {...errorFacts(verify.error)} />
      ) : (
        verify.data !== undefined && <Differences result={verify.data} />
      )}
      <Dialog title="Repair the destination?" isOpen={isAsking} onOpen={ask}>
        <div className="grid max-w-prose gap-3">
          <p>
            {verify.data === undefined
              ? 'It was not tried yet: how many rows it writes is not known.'
              : `At the last look ${counted(verify.data.differences.length, 'row')} differed${verify.data.truncated ? ', and more' : ''}.`}{' '}
            Rows of the destination are written anew from the source
            {mayDelete ? ', and those that the source does not have are deleted' : ''}.
          </p>
          <div className="flex justify-end gap-2">
            <Button onPress={() => ask(false)}>Leave it</Button>
            <Button intent="danger" isBusy={verify.isPending} onPress={() => send(true)}>
              {mayDelete ? 'Write and delete rows' : 'Write rows'}
            </Button>
          </div>
        </div>
      </Dialog>
    </Panel>
  )
}

function Differences({ result }: { result: Verified }) {
  const { differences, truncated, dry_run } = result
  const kinds = new Map<string, number>()
  for (const { kind } of differences) kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
  const numbers = [
    result.ranges_compared != null && `${whole(Number(result.ranges_compared))} ranges compared`,
    result.ranges_differing != null && `${whole(Number(result.ranges_differing))} differ`,
    result.rows_fetched_source != null && `${whole(Number(result.rows_fetched_source))} rows read of the source`,
    result.rows_fetched_dest != null && `${whole(Number(result.rows_fetched_dest))} of the destination`,
    result.repaired_upserts != null &&
      `${whole(Number(result.repaired_upserts))} ${dry_run ? 'would be written' : 'written'}`,
    result.repaired_deletes != null &&
      `${whole(Number(result.repaired_deletes))} ${dry_run ? 'would be deleted' : 'deleted'}`,
  ].filter(Boolean)
  return (
    <div className="border-t border-line">
      <p role="status" className="px-3 pt-2.5 pb-1.5">
        {differences.length === 0
          ? 'No difference'
          : `${counted(differences.length, 'difference')}${truncated ? ', and more' : ''}: ${[...kinds].map(([kind, count]) => `${count} ${visible(kind.replaceAll('_', ' '))}`).join(', ')}`}
        {numbers.length > 0 && <span className="block text-meta text-ink-2">{numbers.join(' · ')}</span>}
      </p>
      {differences.length > 0 && (
        <PlainTable
          label="Differences"
          heads={['Key', 'Difference', 'Columns']}
          rows={differences.slice(0, 200).map(({ key, kind, columns }) => (
            <tr key={`${kind} ${writeJson(key)}`}>
              <Cell isMono>{visible(writeJson(key))}</Cell>
              <Cell>{visible(kind.replaceAll('_', ' '))}</Cell>
              <Cell isMono>{visible((columns ?? []).join(', '))}</Cell>
            </tr>
          ))}
        />
      )}
    </div>
  )
}
