'use client'

import dynamic from 'next/dynamic'
import { useState } from 'react'
import { Popover } from '@/components/ui/popover'
import { SkeletonRows } from '@/components/ui/skeleton'
import type { RunListFilter } from '@/lib/url/runs'
import type { RunsLook } from '@/lib/url/runs-look'

const ViewsPanel = dynamic(() => import('./views-panel').then(({ ViewsPanel: loaded }) => loaded), {
  loading: () => <SkeletonRows rows={8} label="Loading the views" />,
})

/** Questions that are asked again and again: those that everybody has, and those that somebody keeps. */
export function ViewsMenu({ filter, look }: { filter: RunListFilter; look: RunsLook }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover label="Views" title="Views of the list" isOpen={isOpen} onOpen={setOpen}>
      <ViewsPanel filter={filter} look={look} onGone={() => setOpen(false)} />
    </Popover>
  )
}
