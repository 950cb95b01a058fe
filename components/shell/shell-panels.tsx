'use client'

import { useQueryClient } from '@tanstack/react-query'
import type { Route } from 'next'
import dynamic from 'next/dynamic'
import { useRouter } from 'next/navigation'
import { EVERYWHERE } from '@/components/ui/shortcut-registry'
import { useShortcuts } from '@/components/ui/use-shortcuts'
import type { Principal } from '@/lib/auth/principal'
import { linksFor } from './nav-links'
import { openPanel, useOpenPanel } from './open-panel'

// Loaded when somebody asks for them.
const KeyHelp = dynamic(() => import('./key-help').then(({ KeyHelp: loaded }) => loaded))
const Palette = dynamic(() => import('./palette/palette').then(({ Palette: loaded }) => loaded))

interface ShellPanelsProps {
  principal: Pick<Principal, 'role' | 'tenant'>
  signOut?: () => Promise<void>
}

/** Keys of the frame, and what they open. */
export function ShellPanels({ principal, signOut }: ShellPanelsProps) {
  const router = useRouter()
  const queries = useQueryClient()
  const open = useOpenPanel()
  useShortcuts(EVERYWHERE, [
    { key: 'mod+k', does: 'find a page, a run, a pipeline or an action', act: () => openPanel('palette') },
    ...linksFor(principal).map(({ key, label, href }) => ({
      key: `g ${key}`,
      does: `go to ${label}`,
      act: () => router.push(href as Route),
    })),
    { key: 'r', does: 'read again what is on the page', act: () => void queries.refetchQueries({ type: 'active' }) },
    { key: '?', does: 'this list', act: () => openPanel('keys') },
  ])
  const close = () => openPanel(null)
  if (open === 'keys') return <KeyHelp onClose={close} />
  if (open !== 'palette') return null
  return (
    <Palette principal={principal} {...(signOut && { signOut })} onKeys={() => openPanel('keys')} onClose={close} />
  )
}
