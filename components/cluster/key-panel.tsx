'use client'

import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Link } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import { Age } from '@/components/ui/time'
import { isApiError } from '@/lib/client/api-error'
import { earlierRunQuery } from '@/lib/client/submit'
import { visible } from '@/lib/format/text'
import { pathToRun } from '@/lib/url/paths'

/** Which run an idempotency key belongs to. */
export function KeyPanel() {
  const [key, setKey] = useState('')
  const [tenant, setTenant] = useState('')
  const [asked, setAsked] = useState({ key: '', tenant: '' })
  const { data, error, isFetching } = useQuery({ ...earlierRunQuery(asked.key, asked.tenant), retry: false })
  const ask = (event: FormEvent) => {
    event.preventDefault()
    setAsked({ key: key.trim(), tenant: tenant.trim() })
  }
  return (
    <Panel title="Idempotency key" note="which run holds one, while it is kept">
      <form onSubmit={ask} className="grid gap-3" aria-label="Look a key up">
        <div className="flex flex-wrap items-end gap-3">
          <Field label="Key">
            {(control) => <Input {...control} name="key" value={key} onChange={setKey} isMono />}
          </Field>
          <Field label="Tenant, if it was for one">
            {(control) => <Input {...control} name="tenant" value={tenant} onChange={setTenant} isMono />}
          </Field>
          <Button type="submit" isBusy={isFetching} isDisabled={key.trim() === ''}>
            Look it up
          </Button>
        </div>
        <p role="status" className="wrap-anywhere text-ink-2">
          {asked.key === '' || isFetching ? (
            ''
          ) : data !== undefined ? (
            <>
              It is that of{' '}
              <Link href={pathToRun(data.run_id)} look="inline">
                {visible(data.name ?? data.run_id)}
              </Link>
              , {visible(data.status)}, submitted <Age at={data.submitted_at} isSentence />
            </>
          ) : isApiError(error) && error.status === 404 ? (
            'No run holds that key: it was never used, or its time is over.'
          ) : (
            `It could not be looked up: ${error?.message ?? ''}`
          )}
        </p>
      </form>
    </Panel>
  )
}
