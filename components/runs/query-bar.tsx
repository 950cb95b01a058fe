'use client'

import { lazy, Suspense, useId, useRef, useState } from 'react'
import { Icon } from '@/components/ui/icon'
import { Kbd } from '@/components/ui/kbd'
import { pushAddress } from '@/components/ui/shallow-link'
import { useShortcuts } from '@/components/ui/use-shortcuts'
import { useZone } from '@/components/ui/zone'
import { fromWall } from '@/lib/format/instant'
import { pathToRun } from '@/lib/url/paths'
import { type QueryProblem, readRunQuery, writeRunQuery } from '@/lib/url/run-query'
import { DEFAULT_RUN_LIMIT, filterOf, type RunListFilter, termsOf } from '@/lib/url/runs'
import { addressOf } from './list-address'
import { QueryInk } from './query-ink'
import { useQueryHelp } from './use-query-help'

// Comes with the first letter that is typed.
const QueryHelp = lazy(() => import('./query-help').then(({ QueryHelp: loaded }) => ({ default: loaded })))

const RUN_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The whole question as one line of text. It says what the address says; what is typed here is asked on Enter. */
export function QueryBar({ filter, isConfined }: { filter: RunListFilter; isConfined: boolean }) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const { zone } = useZone()
  const asked = writeRunQuery(termsOf(filter))
  const [draft, setDraft] = useState({ text: asked, of: asked })
  const [problems, setProblems] = useState<readonly QueryProblem[]>([])
  const [scroll, setScroll] = useState(0)
  // Another question came by another way (a facet, a link, back): it stands here too.
  if (draft.of !== asked) {
    setDraft({ text: asked, of: asked })
    setProblems([])
  }
  const type = (text: string) => setDraft({ text, of: asked })
  const help = useQueryHelp(`${id}-help`, draft.text, (text, caret) => {
    type(text)
    setProblems([])
    // Once it is drawn.
    requestAnimationFrame(() => input.current?.setSelectionRange(caret, caret))
  })
  const ask = (text: string) => {
    const read = readRunQuery(text, { momentOf: (moment) => fromWall(moment, zone)?.instant ?? null })
    setProblems(read.problems)
    if (read.problems.length > 0) return
    const next = filterOf(read.terms, filter.limit)
    const written = writeRunQuery(termsOf(next))
    type(written)
    if (written !== asked) pushAddress(addressOf(next))
  }
  useShortcuts('Runs', [
    {
      key: '/',
      does: 'filter',
      act() {
        input.current?.focus()
        if (draft.text !== '' && !draft.text.endsWith(' ')) type(`${draft.text} `)
        // Behind the blank, once it is drawn.
        requestAnimationFrame(() => input.current?.setSelectionRange(-1, -1))
      },
    },
  ])
  const isWrong = problems.length > 0
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-1">
      <form
        action="/runs"
        className="relative flex h-8.5 items-center gap-2 rounded-control border border-line-strong bg-surface px-2.5 focus-within:outline-2 focus-within:outline-offset-1 focus-within:outline-focus"
        onSubmit={(event) => {
          event.preventDefault()
          help.close()
          const text = draft.text.trim()
          if (RUN_ID.test(text)) window.location.assign(pathToRun(text.toLowerCase()))
          else ask(text)
        }}
      >
        <span className="text-ink-3">
          <Icon name="search" />
        </span>
        <label htmlFor={id} className="sr-only">
          Find runs
        </label>
        <span className="relative min-w-0 grow">
          <QueryInk text={draft.text} problems={problems} scroll={scroll} />
          <input
            id={id}
            ref={input}
            name="q"
            type="text"
            {...help.attributes}
            value={draft.text}
            onChange={(event) => {
              type(event.target.value)
              setProblems([])
              help.look(event.target.selectionStart)
            }}
            // What was asked comes back.
            onKeyDown={(event) => {
              if (help.onKey(event) || event.key !== 'Escape') return
              event.preventDefault()
              type(asked)
              setProblems([])
            }}
            onSelect={(event) => help.follow(event.currentTarget.selectionStart)}
            onScroll={(event) => setScroll(event.currentTarget.scrollLeft)}
            onBlur={() => {
              help.close()
              if (draft.text !== asked && !RUN_ID.test(draft.text.trim())) ask(draft.text)
            }}
            placeholder="part of a name, status:failed, label:team=data, duration:>5m, error:timeout …"
            aria-invalid={isWrong || undefined}
            aria-describedby={isWrong ? `${id}-wrong` : undefined}
            autoComplete="off"
            autoCapitalize="off"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="search"
            className="query-text relative block h-7 w-full bg-transparent font-mono text-meta outline-none placeholder:text-ink-3"
          />
        </span>
        {filter.limit !== DEFAULT_RUN_LIMIT && <input type="hidden" name="limit" value={filter.limit} />}
        <span className="max-wide:hidden">
          <Kbd>/</Kbd>
        </span>
        {help.completion !== null && (
          <Suspense>
            <QueryHelp {...help.list} filter={filter} isConfined={isConfined} completion={help.completion} />
          </Suspense>
        )}
      </form>
      {isWrong && (
        <ul id={`${id}-wrong`} role="alert" className="grid gap-0.5 text-meta text-bad">
          {problems.map(({ from, message }) => (
            <li key={from}>{message}</li>
          ))}
        </ul>
      )}
    </div>
  )
}
