'use client'

import type { Route } from 'next'
import { useRouter } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import type { Draft } from './use-kept-draft'

/**
 * Asks before somebody leaves what is kept nowhere. A draft that is kept whole needs no question: it is there at the next
 * visit.
 */
export function LeaveGuard({ whatIsLost }: Pick<Draft, 'whatIsLost'>) {
  const router = useRouter()
  const [asked, setAsked] = useState<{ href: string; lost: 'secrets' | 'everything' } | null>(null)
  const latest = useRef(whatIsLost)
  useEffect(() => {
    latest.current = whatIsLost
  })

  useEffect(() => {
    const unload = (event: BeforeUnloadEvent) => {
      if (latest.current() !== 'nothing') event.preventDefault()
    }
    const click = (event: MouseEvent) => {
      const href = hrefAway(event)
      const lost = href === null ? 'nothing' : latest.current()
      if (href === null || lost === 'nothing') return
      event.preventDefault()
      event.stopPropagation()
      setAsked({ href, lost })
    }
    window.addEventListener('beforeunload', unload)
    document.addEventListener('click', click, true)
    return () => {
      window.removeEventListener('beforeunload', unload)
      document.removeEventListener('click', click, true)
    }
  }, [])

  return (
    <Dialog title="Leave this page?" isOpen={asked !== null} onOpen={(isOpen) => !isOpen && setAsked(null)}>
      <div className="grid gap-4">
        <p className="max-w-prose text-ink-2">
          {asked?.lost === 'secrets'
            ? 'A draft stays in this browser, but never a secret: values of passwords, tokens, keys and headers would have to be given again.'
            : 'This browser could not keep a draft of it: everything that was filled in would be gone.'}
        </p>
        <div className="flex justify-end gap-2">
          <Button onPress={() => setAsked(null)}>Stay</Button>
          <Button
            intent="danger"
            onPress={() => {
              setAsked(null)
              if (asked !== null) router.push(asked.href as Route)
            }}
          >
            Leave
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

/** Where an ordinary click leads away from this page to another of ours; null: it does not. */
function hrefAway(event: MouseEvent): string | null {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (link === null || link.target === '_blank' || link.hasAttribute('download')) return null
  const { origin, pathname, search, hash } = new URL(link.href, window.location.href)
  if (origin !== window.location.origin) return null
  if (pathname === window.location.pathname && sameStart(search)) return null
  return pathname + search + hash
}

/** Steps of the form are the same form; another run to start from is another. */
const sameStart = (search: string): boolean =>
  new URLSearchParams(search).get('from') === new URLSearchParams(window.location.search).get('from')
