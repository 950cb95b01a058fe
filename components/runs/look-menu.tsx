'use client'

import { lazy, Suspense, useState } from 'react'
import { Popover } from '@/components/ui/popover'
import { SkeletonRows } from '@/components/ui/skeleton'
import type { RunColumn, RunsLook } from '@/lib/url/runs-look'

const LookPanel = lazy(() => import('./look-panel').then(({ LookPanel: loaded }) => ({ default: loaded })))

interface LookMenuProps {
  look: RunsLook
  onLook: (look: RunsLook) => void
  without: readonly RunColumn[]
}

/** Which columns there are, in which order, how wide, and how close the rows stand. */
export function LookMenu(props: LookMenuProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover label="Columns" title="Columns and density" isOpen={isOpen} onOpen={setOpen}>
      <Suspense fallback={<SkeletonRows rows={10} label="Loading the columns" />}>
        <LookPanel {...props} />
      </Suspense>
    </Popover>
  )
}
