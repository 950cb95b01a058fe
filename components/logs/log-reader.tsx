'use client'

import { useSearchParams } from 'next/navigation'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { notify } from '@/components/ui/notices'
import { replaceAddress } from '@/components/ui/shallow-link'
import { useDraft } from '@/components/ui/use-draft'
import { useShortcuts } from '@/components/ui/use-shortcuts'
import { useBellState } from '@/lib/client/bells'
import type { LogPages } from '@/lib/client/log-pages'
import type { KnownMap } from '@/lib/client/use-log'
import { useLogSearch } from '@/lib/client/use-log-search'
import { hasErrors, levelCounts, outlineOf } from '@/lib/derive/log-outline'
import { type LogFilter, type LogOpening, logFilterSearch, parseLogFilter } from '@/lib/url/logs'
import { pathToRunTab } from '@/lib/url/paths'
import { searchOf } from '@/lib/url/search'
import { DeliveryNote } from './delivery-note'
import { LogEnd } from './log-end'
import { LogFind } from './log-find'
import { LogFrame } from './log-frame'
import type { LogScroll } from './log-lines'
import { LogNotices, NoLines } from './log-notices'
import { LogTools } from './log-tools'
import { LogWindow } from './log-window'
import { MarkedBar } from './marked-bar'
import { NewLines } from './new-lines'
import { useLogHits } from './use-log-hits'
import { useLogLook } from './use-log-look'
import { NO_ERROR, useLogMarks } from './use-log-marks'
import { type Arrival, useLogWalk } from './use-log-walk'

interface LogReaderProps {
  runId: string
  at: LogOpening | null
  map: KnownMap
  error: Error | null
  pages: LogPages
  version: number
  isLive: boolean
  startedAt: string | null
  endedAt: string | null
  status: string | null
}

/** Lines, and everything that leads through them. */
export function LogReader(props: LogReaderProps) {
  const { runId, at, map, error, pages, version, isLive, startedAt, endedAt, status } = props
  const filter = parseLogFilter(searchOf(useSearchParams()))
  const { level } = filter
  const outline = useMemo(() => outlineOf(map.stretches, level), [map.stretches, level])
  const search = useLogSearch(runId, filter, map.stretches.at(-1)?.to ?? null)
  const look = useLogLook()
  const scroll = useRef<LogScroll>(null)
  const field = useRef<HTMLInputElement>(null)
  const walk = useLogWalk({ outline, level, pages, scroll })
  const [isFollowing, setFollowing] = useState(isLive && at === null)
  const [current, setCurrent] = useState<Arrival | null>(null)
  const position = useRef<string | null>(null)
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())

  const setFilter = (next: Partial<LogFilter>) => {
    // From where the address stands now: two changes may come before the page has drawn the first.
    const now = parseLogFilter(searchOf(new URLSearchParams(window.location.search)))
    const words = logFilterSearch({ ...now, ...next })
    replaceAddress(pathToRunTab(runId, 'logs') + (words && `?${words}`) + window.location.hash)
  }
  const draft = useDraft(filter.words, (words) => setFilter({ words }))

  /** Leads the reader to a line, and away from the end. */
  const lead = useCallback(async (way: Promise<Arrival | null>) => {
    setFollowing(false)
    const arrival = await way.catch(() => null)
    if (arrival !== null) {
      position.current = arrival.seq
      setCurrent(arrival)
    }
    return arrival
  }, [])
  const leadTo = useCallback(
    (seq: string) => {
      position.current = seq
      void lead(walk.toSeq(seq))
    },
    [lead, walk],
  )
  const isComplete = !map.more
  const marks = useLogMarks({ runId, at, outline, isComplete, level, pages, walk, lead })
  const hits = useLogHits({
    hits: search.hits,
    question: search.question,
    isDone: search.isDone,
    current: current?.seq ?? null,
    position,
    topSeq: walk.topSeq,
    lead: leadTo,
  })

  // Another level: the line on top stays there, or the next one that is shown.
  const kept = useRef<string | null>(null)
  const chooseLevel = (next: string | null) => {
    kept.current = isFollowing ? null : walk.topSeq()
    setFilter({ level: next })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the lines of the level are laid out
  useEffect(() => {
    const seq = kept.current
    kept.current = null
    if (seq !== null) void walk.toSeq(seq, 'start').catch(() => null)
  }, [level, walk])

  const nextError = (by: 1 | -1) => {
    const isInView = current !== null && scroll.current?.sees(current.index) === true
    const isAtTop = (scroll.current?.top() ?? 0) === 0
    if (!outline.stretches.some(hasErrors)) return notify(NO_ERROR)
    void lead(walk.toError(isInView ? current.seq : isAtTop ? null : walk.topSeq(), by))
  }
  const open = useCallback(({ seq }: { seq: string }) => {
    setOpened((before) => {
      const next = new Set(before)
      if (!next.delete(seq)) next.add(seq)
      return next
    })
  }, [])
  const follow = () => setFollowing(true)
  const [isGoing, setGoing] = useState(false)
  useShortcuts('Log', [
    { key: '/', does: 'find in the log', act: () => field.current?.focus() },
    { key: 'n', does: 'next match', act: () => hits.step(1) },
    { key: 'N', does: 'previous match', act: () => hits.step(-1) },
    { key: 'e', does: 'next error', act: () => nextError(1) },
    { key: 'E', does: 'previous error', act: () => nextError(-1) },
    { key: 'j', does: 'mark the next line', act: () => marks.move(1, false) },
    { key: 'k', does: 'mark the line before', act: () => marks.move(-1, false) },
    { key: 'J', does: 'mark one more line', act: () => marks.move(1, true) },
    { key: 'K', does: 'mark one line less', act: () => marks.move(-1, true) },
    {
      key: 'o',
      does: 'open what is in the marked line',
      act: () => marks.mark !== null && open({ seq: marks.mark.to }),
    },
    { key: ':', does: 'go to a line or a time', act: () => setGoing(true) },
    { key: 'w', does: 'wrap long lines', act: look.turnWrap },
    { key: 't', does: 'time of day, time since the start, or none', act: look.turnTime },
    { key: 'End', does: 'to the newest line, and follow', act: follow },
  ])

  const bells = useBellState()
  const { total, shown } = outline
  if (total === 0) {
    return (
      <section aria-label="Log" className="rounded-panel border border-line bg-surface">
        <LogNotices
          {...{ map, total, shown, error, isLive, level }}
          isPolling={bells === 'polling'}
          onEveryLevel={() => chooseLevel(null)}
          isLost={false}
        />
        <NoLines map={map} isLive={isLive} endedAt={endedAt} />
        <DeliveryNote delivery={map.delivery} end={null} />
      </section>
    )
  }
  return (
    <LogFrame>
      <LogTools
        runId={runId}
        counts={levelCounts(map.stretches)}
        level={level}
        onLevel={chooseLevel}
        hasErrors={outline.stretches.some(hasErrors)}
        onError={nextError}
        total={total}
        shown={shown}
        isComplete={isComplete}
        day={map.stretches[0]?.at ?? ''}
        onNumber={(number) => void lead(walk.toNumber(number)).then(marks.take)}
        onTime={(time) => void lead(walk.toTime(time)).then(marks.take)}
        isGoing={isGoing}
        onGoing={setGoing}
        look={look}
        isLive={isLive}
        isFollowing={isFollowing}
        onFollow={setFollowing}
      >
        <LogFind
          text={draft.text}
          onType={draft.type}
          onLeave={draft.settle}
          isPattern={filter.isPattern}
          isCaseSensitive={filter.isCaseSensitive}
          onPattern={() => setFilter({ isPattern: !filter.isPattern })}
          onCase={() => setFilter({ isCaseSensitive: !filter.isCaseSensitive })}
          at={hits.at}
          found={search.hits.length}
          isDone={search.isDone && draft.text === filter.words}
          isCapped={search.isCapped}
          error={search.error?.message ?? null}
          onStep={hits.step}
          onEscape={() => scroll.current?.focus()}
          field={field}
        />
      </LogTools>
      {marks.mark !== null && (
        <MarkedBar isRange={marks.mark.from !== marks.mark.to} readLines={marks.read} onClear={marks.clear} />
      )}
      <LogNotices
        {...{ map, total, shown, error, isLive, level }}
        isPolling={bells === 'polling'}
        onEveryLevel={() => chooseLevel(null)}
        isLost={marks.isLost}
      />
      <DeliveryNote delivery={map.delivery} end={isComplete ? (map.stretches.at(-1)?.to ?? null) : null} />
      {shown > 0 && (
        <LogWindow
          {...{ outline, level, pages, version, isFollowing, scroll, opened }}
          places={search.places}
          current={current?.seq ?? null}
          mark={marks.mark}
          onMark={marks.set}
          onOpen={open}
          isWrapped={look.isWrapped}
          time={look.time}
          base={startedAt}
          onFollow={setFollowing}
          end={isComplete && <LogEnd isLive={isLive} status={status} endedAt={endedAt} isTruncated={map.truncated} />}
        />
      )}
      {isLive && !isFollowing && <NewLines total={shown} onPress={follow} />}
    </LogFrame>
  )
}
