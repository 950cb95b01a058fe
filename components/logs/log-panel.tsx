'use client'

import { useSearchParams } from 'next/navigation'
import { useDeferredValue, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { DownloadButton } from '@/components/ui/download-button'
import { ErrorState } from '@/components/ui/error-state'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { replaceAddress } from '@/components/ui/shallow-link'
import { SkeletonLines } from '@/components/ui/skeleton'
import { ZoneNote } from '@/components/ui/time'
import { useDraft } from '@/components/ui/use-draft'
import { useShortcuts } from '@/components/ui/use-shortcuts'
import { errorFacts } from '@/lib/client/api-error'
import { useRunLog } from '@/lib/client/use-logs'
import { useRun } from '@/lib/client/use-runs'
import { withoutAnsi } from '@/lib/derive/ansi'
import { EMPTY_LOG, filterLines, holdsWords, levelCounts } from '@/lib/derive/log-lines'
import { isLive } from '@/lib/derive/run-status'
import { counted, whole } from '@/lib/format/number'
import { pathToRunTab } from '@/lib/url/paths'
import { type LogFilter, logSearch, parseLogFilter } from '@/lib/url/run'
import { searchOf } from '@/lib/url/search'
import { LevelFilter } from './level-filter'
import { LogLines, type LogScroll, type NumberedLine } from './log-lines'
import { LogNotices } from './log-notices'

/** The stored log of one run: all of it, found in, followed while it grows. */
export function LogPanel({ runId }: { runId: string }) {
  const run = useRun(runId)
  const isChanging = run.data?.ok === true && isLive(run.data.record.status)
  const log = useRunLog(runId, isChanging)
  const filter = parseLogFilter(searchOf(useSearchParams()))
  const setFilter = (next: Partial<LogFilter>) => {
    // From where the address stands now: two changes may come before the page has drawn the first.
    const now = parseLogFilter(searchOf(new URLSearchParams(window.location.search)))
    const search = logSearch({ ...now, ...next })
    replaceAddress(pathToRunTab(runId, 'logs') + (search && `?${search}`))
  }
  const draft = useDraft(filter.words, (next) => setFilter({ words: next }))
  const buffer = log.data ?? EMPTY_LOG
  // Typing stays quick however long the log is: the lines follow when there is time.
  const words = useDeferredValue(draft.text.toLowerCase())
  const numbered = useMemo(() => numberedLines(buffer.lines, filter.level), [buffer.lines, filter.level])
  const hits = useMemo(() => hitsIn(numbered, words), [numbered, words])

  const scroll = useRef<LogScroll>(null)
  const search = useRef<HTMLInputElement>(null)
  const [isWrapped, setWrapped] = useState(true)
  const [isFollowing, setFollowing] = useState(isChanging)
  const [hit, setHit] = useState(0)
  const marked = useMarkedLine()
  const at = hits.length === 0 ? -1 : ((hit % hits.length) + hits.length) % hits.length

  const step = (by: number) => {
    if (hits.length === 0) return
    const next = (((at === -1 ? 0 : at + by) % hits.length) + hits.length) % hits.length
    setFollowing(false)
    setHit(next)
    scroll.current?.toLine(hits[next] ?? 0)
  }
  const nextError = () => {
    const from = hits[at] ?? -1
    const error = numbered.findIndex(({ line }, index) => index > from && line.level === 'ERROR')
    const found = error === -1 ? numbered.findIndex(({ line }) => line.level === 'ERROR') : error
    if (found !== -1) scroll.current?.toLine(found)
  }
  useShortcuts('Log', [
    { key: '/', does: 'find in the log', act: () => search.current?.focus() },
    { key: 'n', does: 'next match', act: () => step(1) },
    { key: 'N', does: 'previous match', act: () => step(-1) },
    { key: 'e', does: 'next error', act: nextError },
    { key: 'w', does: 'wrap long lines', act: () => setWrapped(!isWrapped) },
    { key: 'End', does: 'follow the newest lines', act: () => setFollowing(true) },
  ])
  useScrollToMarked(marked, numbered, scroll)

  if (log.data === undefined) {
    if (log.error === null) return <SkeletonLines lines={12} label="Loading the log" />
    return (
      <ErrorState title="The log could not be read" {...errorFacts(log.error)} onRetry={() => void log.refetch()} />
    )
  }
  return (
    <section aria-label="Log" className="min-w-0 overflow-clip rounded-panel border border-line bg-surface">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 border-b border-line px-3 py-1.25">
        <div className="flex w-72 max-w-full items-center gap-1 max-wide:w-full">
          <Field label="Find in the log" isLabelHidden>
            {({ id }) => (
              <Input
                id={id}
                name="q"
                type="search"
                value={draft.text}
                onLeave={draft.settle}
                inputRef={search}
                placeholder="find in the log"
                onChange={(next) => {
                  setHit(0)
                  draft.type(next)
                }}
                onKey={(key) => key === 'Enter' && step(1)}
              />
            )}
          </Field>
          {draft.text !== '' && (
            <>
              <span role="status" className="shrink-0 text-meta text-ink-3 tabular-nums">
                {hits.length === 0 ? 'nothing' : `${whole(at + 1)} of ${whole(hits.length)}`}
              </span>
              <Button intent="quiet" size="small" icon="up" label="Previous hit (N)" onPress={() => step(-1)} />
              <Button intent="quiet" size="small" icon="down" label="Next hit (n)" onPress={() => step(1)} />
            </>
          )}
        </div>
        <LevelFilter
          counts={levelCounts(buffer.lines)}
          level={filter.level}
          onChoose={(level) => setFilter({ level })}
        />
        <span role="status" className="text-meta text-ink-3">
          {counted(numbered.length, 'line')}
          {numbered.length !== buffer.lines.length && ` of ${whole(buffer.lines.length)}`}
          {buffer.hasMore && log.isFetching && ', reading on'}
          <span className="max-wide:hidden">
            {' · '}
            <ZoneNote />
          </span>
        </span>
        <div className="ml-auto flex items-center gap-1">
          {isChanging && (
            <Button size="small" isPressed={isFollowing} onPress={() => setFollowing(!isFollowing)}>
              Follow
            </Button>
          )}
          <Button
            intent="quiet"
            size="small"
            icon="wrap"
            label="Wrap long lines (w)"
            isPressed={isWrapped}
            onPress={() => setWrapped(!isWrapped)}
          />
          <CopyButton
            text={numbered.map(({ line }) => withoutAnsi(line.raw)).join('\n')}
            label={numbered.length === buffer.lines.length ? 'Copy all lines' : 'Copy the lines shown'}
          />
          <DownloadButton
            text={() =>
              numbered
                .map(
                  ({ line }) => `${line.raw}
`,
                )
                .join('')
            }
            name={`run-${runId}.log`}
            label={
              numbered.length === buffer.lines.length ? 'Save all lines as a file' : 'Save the lines shown as a file'
            }
          />
        </div>
      </div>
      <LogNotices
        buffer={buffer}
        error={log.error}
        isLive={isChanging}
        hasShown={numbered.length > 0}
        level={filter.level}
        onClear={() => setFilter({ level: null })}
      />
      {numbered.length > 0 && (
        <LogLines
          lines={numbered}
          words={words}
          isWrapped={isWrapped}
          current={words === '' ? -1 : (hits[at] ?? -1)}
          marked={marked}
          isFollowing={isFollowing && isChanging}
          onFollow={setFollowing}
          scroll={scroll}
        />
      )}
    </section>
  )
}

/** Numbers are places in the whole log: a filter does not renumber. */
function numberedLines(lines: readonly NumberedLine['line'][], level: string | null): NumberedLine[] {
  const numbered = lines.map((line, index) => ({ line, number: index + 1 }))
  if (level === null) return numbered
  const shown = new Set(filterLines(lines, level, ''))
  return numbered.filter(({ line }) => shown.has(line))
}

/** Places of the lines that hold the words. */
function hitsIn(lines: readonly NumberedLine[], words: string): number[] {
  if (words === '') return []
  return lines.flatMap(({ line }, index) => (holdsWords(line, words) ? [index] : []))
}

/** The sequence that `#L…` in the address names. */
function useMarkedLine(): string | null {
  const hash = useSyncExternalStore(
    (changed) => {
      window.addEventListener('hashchange', changed)
      return () => window.removeEventListener('hashchange', changed)
    },
    () => window.location.hash,
    () => '',
  )
  return /^#L(\d{1,20})$/.exec(hash)?.[1] ?? null
}

/** Goes to the named line once it has been read. */
function useScrollToMarked(
  marked: string | null,
  lines: readonly NumberedLine[],
  scroll: React.RefObject<LogScroll | null>,
): void {
  const gone = useRef<string | null>(null)
  useEffect(() => {
    if (marked === null || gone.current === marked) return
    const index = lines.findIndex(({ line }) => line.seq === marked)
    if (index === -1) return
    gone.current = marked
    scroll.current?.toLine(index)
  }, [marked, lines, scroll])
}
