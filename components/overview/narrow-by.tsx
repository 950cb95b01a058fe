'use client'

import { useId, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Icon } from '@/components/ui/icon'
import { Input } from '@/components/ui/input'
import { Popover } from '@/components/ui/popover'
import { pushAddress, ShallowLink } from '@/components/ui/shallow-link'
import { type OverviewFilter, overviewSearch } from '@/lib/url/overview'
import { pathToOverview } from '@/lib/url/paths'

interface NarrowByProps {
  filter: OverviewFilter
  /** Pipelines that are worth suggesting. */
  pipelines: readonly string[]
}

const addressOf = (filter: OverviewFilter): string => pathToOverview(overviewSearch(filter))

/** What the page is narrowed to, each part with a way out of it, and the form for more. */
export function NarrowBy({ filter, pipelines }: NarrowByProps) {
  const [isOpen, setOpen] = useState(false)
  const chips = chipsOf(filter)
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-1">
      {chips.map(({ text, without }) => (
        <ShallowLink key={text} href={addressOf(without)} label={`Without ${text}`} tip={`Without ${text}`}>
          <span className="inline-flex h-6 max-w-72 items-center gap-1.25 rounded-chip bg-accent-weak px-2 text-meta text-accent">
            <span className="truncate">{text}</span>
            <Icon name="close" size="small" />
          </span>
        </ShallowLink>
      ))}
      <Popover
        label="Narrow"
        icon="search"
        isSet={chips.length > 0}
        isOpen={isOpen}
        onOpen={setOpen}
        title="Narrow the page"
      >
        <NarrowForm
          filter={filter}
          pipelines={pipelines}
          onChoose={(chosen) => {
            setOpen(false)
            pushAddress(addressOf(chosen))
          }}
        />
      </Popover>
    </div>
  )
}

function chipsOf(filter: OverviewFilter): { text: string; without: OverviewFilter }[] {
  const { pipeline, pool, labels, ...rest } = filter
  const own = { ...(pipeline !== undefined && { pipeline }), ...(pool !== undefined && { pool }) }
  return [
    ...(pipeline === undefined
      ? []
      : [{ text: `pipeline ${pipeline}`, without: { ...rest, labels, ...(pool !== undefined && { pool }) } }]),
    ...(pool === undefined
      ? []
      : [{ text: `pool ${pool}`, without: { ...rest, labels, ...(pipeline !== undefined && { pipeline }) } }]),
    ...labels.map((label) => ({
      text: `label ${label}`,
      without: { ...rest, ...own, labels: labels.filter((one) => one !== label) },
    })),
  ]
}

function NarrowForm({ filter, pipelines, onChoose }: NarrowByProps & { onChoose: (filter: OverviewFilter) => void }) {
  const [pipeline, setPipeline] = useState(filter.pipeline ?? '')
  const [pool, setPool] = useState(filter.pool ?? '')
  const [label, setLabel] = useState('')
  const list = useId()
  const added = label.trim().replace(/^([^:=]+)=/, '$1:')
  const isWrong = added.startsWith(':') || added.startsWith('=') || added.includes(',')
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (isWrong) return
        const { pipeline: _, pool: __, labels, ...rest } = filter
        onChoose({
          ...rest,
          ...(pipeline.trim() !== '' && { pipeline: pipeline.trim() }),
          ...(pool.trim() !== '' && { pool: pool.trim() }),
          labels: added === '' ? labels : [...new Set([...labels, added])],
        })
      }}
    >
      <Field label="Pipeline" hint="The whole name">
        {(field) => (
          <>
            <Input {...field} name="pipeline" value={pipeline} onChange={setPipeline} list={list} />
            <datalist id={list}>
              {pipelines.map((name) => (
                <option key={name} value={name} />
              ))}
            </datalist>
          </>
        )}
      </Field>
      <Field label="Label" hint="key:value, or a key alone" error={isWrong ? 'Write it as key:value' : null}>
        {(field) => (
          <Input {...field} name="label" value={label} onChange={setLabel} placeholder="team:finance" isMono />
        )}
      </Field>
      <Field label="Pool" hint="Where engines have pools; default for runs that name none">
        {(field) => <Input {...field} name="pool" value={pool} onChange={setPool} />}
      </Field>
      <div>
        <Button type="submit" intent="primary" isDisabled={isWrong}>
          Apply
        </Button>
      </div>
    </form>
  )
}
