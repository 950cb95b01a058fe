'use client'

import { useQuery } from '@tanstack/react-query'
import type { Route } from 'next'
import { useRouter } from 'next/navigation'
import { type FormEvent, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Select } from '@/components/ui/select'
import { useZone } from '@/components/ui/zone'
import { neighboursQuery } from '@/lib/client/run-parts'
import { instant } from '@/lib/format/instant'

interface RunPickerProps {
  name: string
  /** The run whose namesakes are offered; null: none. */
  near: string | null
  current: string | null
  to: (runId: string) => string
}

const MOST = 20

/** Puts another run here: one of the same name from a list, or any by its id. */
export function RunPicker({ name, near, current, to }: RunPickerProps) {
  const router = useRouter()
  const { zone } = useZone()
  const [typed, setTyped] = useState('')
  const { data } = useQuery({ ...neighboursQuery(near ?? ''), enabled: near !== null, retry: false })
  const offered = data === undefined ? [] : [...data.after.toReversed(), ...data.before].slice(0, MOST)
  const choose = (id: string) => id !== '' && router.push(to(id) as Route, { scroll: false })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    choose(typed.trim())
  }
  return (
    <form className="grid grid-cols-1 items-end gap-2 roomy:grid-cols-2" onSubmit={submit}>
      {offered.length > 0 && (
        <Field label="Another of this name">
          {({ id }) => (
            <Select
              id={id}
              value={offered.some(({ run_id }) => run_id === current) ? (current ?? '') : ''}
              options={[
                { value: '', label: 'choose' },
                ...offered.map(({ run_id, status, submitted_at }) => ({
                  value: run_id,
                  label: `${instant(submitted_at, zone)} · ${status}`,
                })),
              ]}
              onChange={choose}
            />
          )}
        </Field>
      )}
      <div className="flex items-end gap-2">
        <Field label="Any run, by its id">
          {({ id }) => <Input id={id} name={`${name}-id`} value={typed} onChange={setTyped} isMono />}
        </Field>
        <Button type="submit" isDisabled={typed.trim() === ''}>
          Compare
        </Button>
      </div>
    </form>
  )
}
