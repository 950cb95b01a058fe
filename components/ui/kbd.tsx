import type { ReactNode } from 'react'

export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd className="rounded-chip border border-line bg-surface px-1.25 py-px text-label font-control text-ink-3">
      {children}
    </kbd>
  )
}
