'use client'

import { type ReactNode, type RefObject, useState } from 'react'
import { Field } from '@/components/ui/field'
import { Icon } from '@/components/ui/icon'
import { Input } from '@/components/ui/input'
import { Kbd } from '@/components/ui/kbd'
import { Popover } from '@/components/ui/popover'
import { pushAddress, ShallowLink } from '@/components/ui/shallow-link'
import { StatusMark } from '@/components/ui/status'
import { useZone } from '@/components/ui/zone'
import { RUN_STATUSES } from '@/lib/contract/records/runs'
import { runLook } from '@/lib/derive/run-look'
import { instant, offsetName } from '@/lib/format/instant'
import { spanWords } from '@/lib/url/moments'
import { pathToRun, pathToRuns } from '@/lib/url/paths'
import { EVERY_RUN, isFiltered, parseRunFilter, type RunListFilter, runFilterSearch, withFilter } from '@/lib/url/runs'
import { searchOf } from '@/lib/url/search'
import { TimeFilter } from './time-filter'

interface RunsFiltersProps {
  filter: RunListFilter
  canChooseTenant: boolean
  tenants: readonly string[]
  searchRef: RefObject<HTMLInputElement | null>
}

const RUN_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The question, as tokens that can be taken away, and what can be added to it. */
export function RunsFilters({ filter, canChooseTenant, tenants, searchRef }: RunsFiltersProps) {
  const [open, setOpen] = useState<'status' | 'time' | 'tenant' | null>(null)
  // From where the address stands now: two changes may come before the page has drawn the first.
  const go = (change: Partial<RunListFilter>) => {
    const now = parseRunFilter(searchOf(new URLSearchParams(window.location.search))).filter
    pushAddress(addressOf(withFilter(now, change)))
  }
  const menu = (name: typeof open) => ({ isOpen: open === name, onOpen: (is: boolean) => setOpen(is ? name : null) })

  return (
    <search className="flex flex-wrap items-center gap-x-1.5 gap-y-1 rounded-control border border-line-strong bg-surface px-1.5 py-0.75 focus-within:outline-2 focus-within:outline-offset-1 focus-within:outline-focus">
      <Tokens filter={filter} />
      <form
        action="/runs"
        className="flex min-w-48 grow items-center gap-1.5 pl-1"
        onSubmit={(event) => {
          event.preventDefault()
          const text = (searchRef.current?.value ?? '').trim()
          if (searchRef.current) searchRef.current.value = ''
          if (RUN_ID.test(text)) window.location.assign(pathToRun(text.toLowerCase()))
          else if (text !== '') go({ name: text })
        }}
      >
        <span className="text-ink-3">
          <Icon name="search" />
        </span>
        <Hidden filter={filter} />
        <Field label="Find runs by their whole name, or one by its id" isLabelHidden>
          {({ id }) => (
            <Input
              id={id}
              name="name"
              type="search"
              inputRef={searchRef}
              placeholder="whole name of a run, or its id"
              isBare
            />
          )}
        </Field>
        <span className="max-wide:hidden">
          <Kbd>/</Kbd>
        </span>
      </form>
      <div className="flex items-center gap-0.5">
        <Popover label="Status" title="Filter by status" isSet={filter.status.length > 0} {...menu('status')}>
          <StatusFilter chosen={filter.status} onChoose={(status) => go({ status })} />
        </Popover>
        <Popover
          label="Time"
          title="Filter by time of submission"
          isSet={Boolean(filter.since || filter.until)}
          {...menu('time')}
        >
          <TimeFilter
            since={filter.since}
            until={filter.until}
            onChoose={(range) => {
              go(range)
              setOpen(null)
            }}
          />
        </Popover>
        {canChooseTenant && (
          <Popover label="Tenant" title="Filter by tenant" isSet={filter.tenant !== undefined} {...menu('tenant')}>
            <TenantFilter
              tenant={filter.tenant}
              known={tenants}
              onChoose={(tenant) => {
                go({ tenant })
                setOpen(null)
              }}
            />
          </Popover>
        )}
      </div>
    </search>
  )
}

export const addressOf = (filter: RunListFilter): string => pathToRuns(runFilterSearch(filter))

/** One token for each part of the question; each takes itself away. */
function Tokens({ filter }: { filter: RunListFilter }) {
  const { zone } = useZone()
  if (!isFiltered(filter)) return null
  const moment = (text: string) => spanWords(text) ?? `${instant(text, zone)} ${offsetName(text, zone)}`
  return (
    <>
      {filter.status.length > 0 && (
        <Token name="status" without={withFilter(filter, { status: [] })}>
          {filter.status.join(', ')}
        </Token>
      )}
      {filter.name !== undefined && (
        <Token name="name" without={withFilter(filter, { name: undefined })}>
          {filter.name}
        </Token>
      )}
      {filter.since !== undefined && (
        <Token
          name={spanWords(filter.since) === null ? 'from' : 'last'}
          without={withFilter(filter, { since: undefined })}
        >
          {moment(filter.since)}
        </Token>
      )}
      {filter.until !== undefined && (
        <Token
          name={spanWords(filter.until) === null ? 'to' : 'older than'}
          without={withFilter(filter, { until: undefined })}
        >
          {moment(filter.until)}
        </Token>
      )}
      {filter.tenant !== undefined && (
        <Token name="tenant" without={withFilter(filter, { tenant: undefined })}>
          {filter.tenant}
        </Token>
      )}
      <ShallowLink href={addressOf(withFilter(EVERY_RUN, { limit: filter.limit }))}>
        <span className="px-1 text-meta text-ink-3 hover:text-ink">clear all</span>
      </ShallowLink>
    </>
  )
}

function Token({ name, without, children }: { name: string; without: RunListFilter; children: ReactNode }) {
  return (
    <span className="inline-flex h-5.5 max-w-full items-center gap-1.25 rounded-chip bg-accent-weak pr-0.5 pl-1.75 font-mono text-meta font-control">
      <span className="text-accent">{name}:</span>
      <span
        className="max-w-72 truncate"
        data-tip={typeof children === 'string' ? children : undefined}
        data-tip-when="cut"
      >
        {children}
      </span>
      <ShallowLink href={addressOf(without)} label={`Take away the ${name} filter`}>
        <span className="grid size-4.5 place-items-center text-ink-3 hover:text-ink">
          <Icon name="close" size="small" />
        </span>
      </ShallowLink>
    </span>
  )
}

/** The rest of the question, for a browser that sends the form before the page has woken up. */
function Hidden({ filter }: { filter: RunListFilter }) {
  const { name: _, trail: __, ...rest } = filter
  const search = new URLSearchParams(runFilterSearch({ ...rest, trail: [] }))
  return [...search].map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)
}

function StatusFilter({
  chosen: first,
  onChoose,
}: {
  chosen: readonly string[]
  onChoose: (status: readonly string[]) => void
}) {
  // Ahead of the address: a tick is seen when it is made.
  const [chosen, setChosen] = useState(first)
  const choose = (next: readonly string[]) => {
    setChosen(next)
    onChoose(next)
  }
  return (
    <fieldset className="grid gap-0.5">
      <legend className="pb-1.5 text-meta text-ink-2">Any of</legend>
      {RUN_STATUSES.map((status) => (
        <label key={status} className="flex h-7 cursor-pointer items-center gap-2 rounded-chip px-1.5 hover:bg-hover">
          <input
            type="checkbox"
            className="accent-accent"
            checked={chosen.includes(status)}
            onChange={(event) =>
              choose(RUN_STATUSES.filter((known) => (known === status ? event.target.checked : chosen.includes(known))))
            }
          />
          <StatusMark look={runLook(status)} />
          {status}
          {HINTS[status] && <span className="ml-auto text-meta text-ink-3">{HINTS[status]}</span>}
        </label>
      ))}
    </fieldset>
  )
}

const HINTS: Partial<Record<string, string>> = {
  queued: 'waits for a slot',
  pending: 'waits for an instance',
  sharded: 'works in parts',
}

function TenantFilter({
  tenant,
  known,
  onChoose,
}: {
  tenant: string | undefined
  known: readonly string[]
  onChoose: (tenant: string | undefined) => void
}) {
  return (
    <form
      className="grid gap-2.5"
      onSubmit={(event) => {
        event.preventDefault()
        onChoose(String(new FormData(event.currentTarget).get('tenant') ?? '').trim() || undefined)
      }}
    >
      <Field label="Tenant id" hint="Empty: every tenant. Press Enter to apply.">
        {({ id, describedBy }) => (
          <Input
            id={id}
            name="tenant"
            defaultValue={tenant ?? ''}
            describedBy={describedBy}
            list={`${id}-known`}
            isMono
          />
        )}
      </Field>
      {known.length > 0 && (
        <div className="flex flex-wrap gap-1">
          {known.map((name) => (
            <button
              key={name}
              type="button"
              onClick={() => onChoose(name)}
              className="rounded-chip border border-line px-1.5 py-px font-mono text-meta text-ink-2 hover:bg-hover"
            >
              {name}
            </button>
          ))}
        </div>
      )}
    </form>
  )
}
