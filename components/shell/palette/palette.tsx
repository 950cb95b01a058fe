'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Command } from 'cmdk'
import type { Route } from 'next'
import { useRouter } from 'next/navigation'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { CommandDialog } from '@/components/ui/command-dialog'
import { Icon } from '@/components/ui/icon'
import { KeyName } from '@/components/ui/key-name'
import { Marked } from '@/components/ui/marked'
import { SkeletonLines } from '@/components/ui/skeleton'
import { StatusMark } from '@/components/ui/status'
import { Age } from '@/components/ui/time'
import type { Principal } from '@/lib/auth/principal'
import { tenantChoicesQuery } from '@/lib/client/console'
import { searchQuery } from '@/lib/client/search'
import { matchPieces } from '@/lib/derive/match-rank'
import { visible } from '@/lib/format/text'
import { linksFor, QUESTIONS } from '../nav-links'
import { type Entry, type EntryGroup, fitting, groupOf, searchEntry, tenantEntry } from './entries'
import { useActions } from './use-actions'

interface PaletteProps {
  principal: Pick<Principal, 'role' | 'tenant'>
  signOut?: () => Promise<void>
  onKeys: () => void
  onClose: () => void
}

const PAUSE_MS = 120

/** Finds a place or something to do by a few letters of it. */
export function Palette({ principal, signOut, onKeys, onClose }: PaletteProps) {
  const router = useRouter()
  const [typed, setTyped] = useState('')
  const words = typed.trim()
  const asked = usePaused(words, PAUSE_MS)
  // An answer that was overtaken is thrown away with its request; until the next one, the last stands.
  const { data, error, isPlaceholderData } = useQuery({ ...searchQuery(asked), placeholderData: keepPreviousData })
  const actions = useActions({ ...(signOut && { signOut }), onKeys })
  const tenants = useQuery({ ...tenantChoicesQuery(), enabled: principal.tenant === null }).data?.tenants ?? []
  const groups = arrange(words, principal, actions, data?.groups.map(groupOf) ?? [], tenants)
  const entries = groups.flatMap((group) => group.entries)
  const [chosen, choose] = useState('')
  const current = entries.find(({ id }) => id === chosen) ?? entries[0]

  const go = ({ href, act }: Entry, isNewTab: boolean) => {
    if (href !== undefined && isNewTab) {
      window.open(href, '_blank', 'noopener')
      return
    }
    onClose()
    if (href !== undefined) router.push(href as Route)
    act?.()
  }
  const press = (event: KeyboardEvent) => {
    const isMod = event.ctrlKey || event.metaKey
    if (isMod && event.key.toLowerCase() === 'k') onClose()
    else if (isMod && event.key === 'Enter' && current !== undefined) go(current, true)
    else return
    event.preventDefault()
  }

  return (
    <CommandDialog title="Go to" onClose={onClose}>
      <Command
        label="Go to"
        shouldFilter={false}
        vimBindings={false}
        loop
        value={current?.id ?? ''}
        onValueChange={choose}
        onKeyDown={press}
        className="flex min-h-0 flex-col"
      >
        <div className="flex items-center gap-2 border-b border-line px-3 text-ink-3">
          <Icon name="search" />
          <Command.Input
            value={typed}
            onValueChange={setTyped}
            placeholder="A page, a run, a pipeline, an id"
            maxLength={200}
            className="h-11 min-w-0 grow bg-transparent text-ink outline-none placeholder:text-ink-3"
          />
        </div>
        <Command.List
          label="Places and actions"
          className={`min-h-0 grow overflow-y-auto overscroll-contain p-1.5 ${isPlaceholderData || asked !== words ? 'opacity-80' : ''}`}
        >
          {words === '' && data === undefined && error === null && <SkeletonLines lines={6} label="Latest runs" />}
          {groups.map(({ title, entries: lines }) => (
            <Command.Group
              key={title}
              heading={title}
              className="pb-1 [&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-1.5 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-label [&_[cmdk-group-heading]]:text-ink-3"
            >
              {lines.map((entry) => (
                <Command.Item
                  key={entry.id}
                  value={entry.id}
                  onSelect={() => go(entry, false)}
                  onClickCapture={(event) => {
                    if (!event.ctrlKey && !event.metaKey) return
                    event.stopPropagation()
                    go(entry, true)
                  }}
                  onAuxClick={(event) => event.button === 1 && go(entry, true)}
                  className="flex h-8 cursor-pointer items-center gap-2 rounded-chip px-2 data-[selected=true]:bg-hover"
                >
                  <Line entry={entry} words={words} />
                </Command.Item>
              ))}
            </Command.Group>
          ))}
          {error !== null && (
            <p role="status" className="px-2 py-1.5 text-meta text-bad">
              Runs and pipelines could not be searched: {error.message}.
            </p>
          )}
          {data?.reached != null && words !== '' && (
            <p className="px-2 py-1.5 text-meta text-ink-3">
              Names of runs were looked at as far back as <Age at={data.reached} isSentence />.
            </p>
          )}
        </Command.List>
        <p className="flex flex-wrap gap-x-4 gap-y-1 border-t border-line px-3 py-1.5 text-meta text-ink-3 max-wide:hidden">
          <Hint keys={['↑', '↓']} does="move" />
          <Hint keys={['Enter']} does="open" />
          <Hint keys={['mod+Enter']} does="in a new tab" />
          <Hint keys={['Escape']} does="close" />
        </p>
      </Command>
      <p role="status" className="sr-only">
        {entries.length === 1 ? 'One result' : `${entries.length} results`}
      </p>
    </CommandDialog>
  )
}

function Line({ entry: { text, mark, note, at }, words }: { entry: Entry; words: string }) {
  return (
    <>
      <span className="grid w-4 shrink-0 place-items-center text-ink-3">
        {'icon' in mark ? <Icon name={mark.icon} /> : <StatusMark look={mark.look} />}
      </span>
      <span className="max-w-full min-w-0 shrink truncate">
        <Marked pieces={matchPieces(visible(text), words)} />
      </span>
      {note !== undefined && (
        <span className="min-w-0 shrink-2 truncate text-meta text-ink-3 max-wide:hidden">
          <Marked pieces={matchPieces(visible(note), words)} />
        </span>
      )}
      {at !== undefined && (
        <span className="ml-auto shrink-0 text-meta text-ink-3">
          <Age at={at} isSentence />
        </span>
      )}
    </>
  )
}

const Hint = ({ keys, does }: { keys: readonly string[]; does: string }) => (
  <span className="inline-flex items-center gap-1.5">
    {keys.map((key) => (
      <KeyName key={key} of={key} />
    ))}
    {does}
  </span>
)

/** Ours and the server's, the group of the best answer first; in front of all else what was typed to the letter. */
function arrange(
  words: string,
  principal: PaletteProps['principal'],
  actions: readonly Entry[],
  found: readonly EntryGroup[],
  tenants: readonly string[],
): EntryGroup[] {
  const pages = [...linksFor(principal), ...QUESTIONS].map(
    ({ href, label, icon }): Entry => ({ id: `page:${href}`, text: label, mark: { icon }, href }),
  )
  if (words === '') {
    return [...found, { title: 'Pages', entries: pages }, { title: 'Actions', entries: actions }].filter(hasAny)
  }
  const [places, deeds] = [fitting(pages, words), fitting(actions, words)]
  const own = { title: 'Pages', entries: places.entries }
  const isPageFirst = places.rank <= BEGINS
  return [
    ...(isPageFirst ? [own, ...found] : [...found, own]),
    { title: 'Tenants', entries: fitting(tenants.map(tenantEntry), words).entries.slice(0, TENANTS) },
    { title: 'Actions', entries: deeds.entries },
    { title: 'Search', entries: [searchEntry(words)] },
  ].filter(hasAny)
}
const BEGINS = 1
const TENANTS = 6
const hasAny = ({ entries }: EntryGroup): boolean => entries.length > 0

function usePaused(value: string, ms: number): string {
  const [paused, setPaused] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return paused
}
