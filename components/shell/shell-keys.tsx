'use client'

import { useQueryClient } from '@tanstack/react-query'
import type { Route } from 'next'
import dynamic from 'next/dynamic'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Kbd } from '@/components/ui/kbd'
import { EVERYWHERE } from '@/components/ui/shortcut-registry'
import { useShortcuts } from '@/components/ui/use-shortcuts'
import type { Principal } from '@/lib/auth/principal'
import { linksFor } from './nav-links'

// Rarely asked for: loaded when it is.
const KeyHelp = dynamic(() => import('./key-help').then(({ KeyHelp: loaded }) => loaded))

/** Keys of the frame, and the button that lists all that there are. */
export function ShellKeys({ principal }: { principal: Pick<Principal, 'role' | 'tenant'> }) {
  const router = useRouter()
  const queries = useQueryClient()
  const [isHelpOpen, setHelpOpen] = useState(false)
  useShortcuts(EVERYWHERE, [
    ...linksFor(principal).map(({ key, label, href }) => ({
      key: `g ${key}`,
      does: `go to ${label}`,
      act: () => router.push(href as Route),
    })),
    { key: 'r', does: 'read again what is on the page', act: () => void queries.refetchQueries({ type: 'active' }) },
    { key: '?', does: 'this list', act: () => setHelpOpen(true) },
  ])
  return (
    <>
      <Button intent="quiet" size="small" onPress={() => setHelpOpen(true)}>
        Keys <Kbd>?</Kbd>
      </Button>
      {isHelpOpen && <KeyHelp onClose={() => setHelpOpen(false)} />}
    </>
  )
}
