'use client'

import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Input } from '@/components/ui/input'
import { pushAddress } from '@/components/ui/shallow-link'
import { SkeletonRows } from '@/components/ui/skeleton'
import { useViewActions, viewsQuery } from '@/lib/client/views'
import { pathToRuns } from '@/lib/url/paths'
import { type RunListFilter, runFilterSearch, withFilter } from '@/lib/url/runs'
import { type RunsLook, viewAddress, writeRunsLook } from '@/lib/url/runs-look'
import { OwnView } from './own-view'
import { ViewLink } from './view-link'

const BUILT_IN: readonly { name: string; search: string }[] = [
  { name: 'All runs', search: '' },
  { name: 'Failed in the last 24 hours', search: 'status=failed&since=24h' },
  { name: 'Active', search: 'status=queued,pending,running,sharded' },
  { name: 'Slow in the last 7 days', search: 'duration=%3E5m&since=7d' },
  { name: 'Submitted by me', search: 'mine=true' },
  { name: 'Tried again', search: 'attempt=%3E0&since=7d' },
  { name: 'Rows in a dead-letter queue', search: 'has=dlq&since=7d' },
]

interface ViewsPanelProps {
  filter: RunListFilter
  look: RunsLook
  /** A view was gone to. */
  onGone: () => void
}

export function ViewsPanel({ filter, look, onGone }: ViewsPanelProps) {
  const id = useId()
  const [name, setName] = useState('')
  const views = useQuery(viewsQuery('runs'))
  const actions = useViewActions('runs')
  const search = runFilterSearch(withFilter(filter, {}))
  const own = views.data?.views ?? []
  const isReplaced = own.some((view) => view.name === name.trim())
  const go = (address: string) => {
    pushAddress(address)
    onGone()
  }
  const failed = [actions.keep, actions.rename, actions.remove, actions.prefer].find(({ isError }) => isError)?.error

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <section aria-labelledby={`${id}-all`} className="grid grid-cols-[minmax(0,1fr)]">
        <h2 id={`${id}-all`} className="pb-1 text-meta text-ink-3">
          For everybody
        </h2>
        <ul className="-mx-1.5 grid grid-cols-[minmax(0,1fr)]">
          {BUILT_IN.map((view) => (
            <li key={view.name}>
              <ViewLink
                name={view.name}
                address={pathToRuns(view.search)}
                isCurrent={view.search === search}
                onGo={go}
              />
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby={`${id}-own`} className="grid grid-cols-[minmax(0,1fr)]">
        <h2 id={`${id}-own`} className="pb-1 text-meta text-ink-3">
          Yours
        </h2>
        {views.isPending && <SkeletonRows rows={2} label="Loading your views" />}
        {views.isError && (
          <p role="alert" className="text-meta text-bad">
            Your views could not be read: {views.error.message}
          </p>
        )}
        {views.isSuccess && own.length === 0 && (
          <p className="text-meta text-ink-3">None yet: ask something, give it a name and save it.</p>
        )}
        <ul className="-mx-1.5 grid max-h-60 grid-cols-[minmax(0,1fr)] overflow-y-auto">
          {own.map((view) => (
            <OwnView
              key={view.name}
              view={view}
              address={viewAddress(view)}
              isCurrent={view.search === search}
              actions={actions}
              onGo={go}
            />
          ))}
        </ul>
      </section>
      <form
        className="grid gap-1.5 border-t border-line pt-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (name.trim() === '') return
          actions.keep.mutate(
            { name: name.trim(), search, look: writeRunsLook(look) },
            { onSuccess: () => setName('') },
          )
        }}
      >
        <label htmlFor={`${id}-name`} className="text-meta text-ink-2">
          Keep what is asked now, and its columns, as
        </label>
        <div className="flex gap-1.5">
          <Input
            id={`${id}-name`}
            name="name"
            value={name}
            onChange={setName}
            placeholder="nightly loads"
            describedBy={isReplaced ? `${id}-same` : undefined}
          />
          <Button type="submit" isBusy={actions.keep.isPending} isDisabled={name.trim() === ''}>
            {isReplaced ? 'Replace' : 'Save'}
          </Button>
        </div>
        {isReplaced && (
          <p id={`${id}-same`} className="text-meta text-ink-3">
            There is one of this name: it will be this question.
          </p>
        )}
        {failed != null && (
          <p role="alert" className="text-meta text-bad">
            {failed.message}
          </p>
        )}
      </form>
    </div>
  )
}
