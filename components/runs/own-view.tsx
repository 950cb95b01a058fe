'use client'

import { useState } from 'react'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Input } from '@/components/ui/input'
import type { SavedView, useViewActions } from '@/lib/client/views'
import { visible } from '@/lib/format/text'
import { ViewLink } from './view-link'

interface OwnViewProps {
  view: SavedView
  address: string
  isCurrent: boolean
  actions: ReturnType<typeof useViewActions>
  onGo: (address: string) => void
}

/** A view of one's own, and what can be done with it; deleting it asks first, in its place. */
export function OwnView({ view, address, isCurrent, actions, onGo }: OwnViewProps) {
  const [doing, setDoing] = useState<'rename' | 'delete' | null>(null)
  const shown = visible(view.name)
  if (doing === 'delete') {
    return (
      <li className="flex flex-wrap items-center gap-1.5 rounded-chip bg-bad-weak px-1.5 py-1">
        <span className="mr-auto min-w-0 wrap-anywhere">Delete {shown}?</span>
        <Button
          size="small"
          intent="danger"
          isBusy={actions.remove.isPending}
          onPress={() => actions.remove.mutate(view.name)}
        >
          Delete
        </Button>
        <Button size="small" onPress={() => setDoing(null)}>
          Keep
        </Button>
      </li>
    )
  }
  if (doing === 'rename') return <Rename view={view} actions={actions} onDone={() => setDoing(null)} />
  return (
    <li className="flex items-center">
      <ViewLink name={view.name} address={address} isCurrent={isCurrent} onGo={onGo} />
      {view.is_default && <Badge>default</Badge>}
      <Button
        intent="quiet"
        size="small"
        icon="start"
        isPressed={view.is_default}
        label={view.is_default ? `Open Runs without ${shown}` : `Open Runs with ${shown}`}
        onPress={() => actions.prefer.mutate(view.is_default ? null : view.name)}
      />
      <Button intent="quiet" size="small" icon="rename" label={`Rename ${shown}`} onPress={() => setDoing('rename')} />
      <Button intent="quiet" size="small" icon="close" label={`Delete ${shown}`} onPress={() => setDoing('delete')} />
    </li>
  )
}

function Rename({ view, actions, onDone }: Pick<OwnViewProps, 'view' | 'actions'> & { onDone: () => void }) {
  const [to, setTo] = useState(view.name)
  return (
    <li>
      <form
        className="flex gap-1.5 px-1.5 py-1"
        onSubmit={(event) => {
          event.preventDefault()
          if (to.trim() !== '') actions.rename.mutate({ name: view.name, to: to.trim() }, { onSuccess: onDone })
        }}
      >
        <label className="sr-only" htmlFor={`rename-${view.name}`}>
          New name of {visible(view.name)}
        </label>
        <Input id={`rename-${view.name}`} name="to" value={to} onChange={setTo} />
        <Button type="submit" size="small" isBusy={actions.rename.isPending}>
          Rename
        </Button>
        <Button size="small" onPress={onDone}>
          Leave it
        </Button>
      </form>
    </li>
  )
}
