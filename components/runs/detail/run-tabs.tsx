'use client'

import type { Route } from 'next'
import { usePathname, useRouter } from 'next/navigation'
import { useEffect, useRef } from 'react'
import { Tabs } from '@/components/ui/tabs'
import { useShortcuts } from '@/components/ui/use-shortcuts'
import type { Principal } from '@/lib/auth/principal'
import type { RunHead } from '@/lib/client/run-parts'
import { whole } from '@/lib/format/number'
import { pathToRunTab } from '@/lib/url/paths'
import { tabsOf } from './tab-list'

/** The parts of a run, each an address of its own; what is behind them is read when somebody goes there. */
export function RunTabs({ runId, head, viewer }: { runId: string; head: RunHead; viewer: Principal }) {
  const path = usePathname()
  const router = useRouter()
  const tabs = tabsOf(head, viewer).map(({ name, label, count }) => {
    const href = pathToRunTab(runId, name)
    const isCurrent = decodeURI(path) === decodeURI(href)
    return { href, label, count: count === null ? undefined : whole(count), isCurrent }
  })
  const at = tabs.findIndex(({ isCurrent }) => isCurrent)
  const go = (step: number) => () => {
    const next = tabs[(at + step + tabs.length) % tabs.length]
    if (at !== -1 && next !== undefined) router.push(next.href as Route, { scroll: false })
  }
  useShortcuts('Run', [
    { key: '.', does: 'next tab', act: go(1) },
    { key: ',', does: 'previous tab', act: go(-1) },
  ])
  const strip = useRef<HTMLDivElement>(null)
  // Where there is little room the strip scrolls: the tab that is open is the one to be seen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each tab
  useEffect(() => {
    const nav = strip.current?.querySelector('nav')
    const current = nav?.querySelector<HTMLElement>('[aria-current]')
    if (nav == null || current == null || nav.scrollWidth <= nav.clientWidth) return
    nav.scrollLeft = current.offsetLeft - nav.offsetLeft - (nav.clientWidth - current.offsetWidth) / 2
  }, [at])
  return (
    <div ref={strip} className="border-b border-line pb-1.5">
      <Tabs label="Parts of the run" tabs={tabs} />
    </div>
  )
}
