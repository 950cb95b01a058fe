import type { ReactNode } from 'react'
import { Icon } from './icon'

/** A part that this store or this role does not give: which, why, and what would change that. */
export function Unavailable({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex gap-2.5 p-3">
      <span className="pt-0.5 text-ink-3">
        <Icon name="info" />
      </span>
      <div className="grid min-w-0 gap-1">
        <p className="font-strong">{title}</p>
        <div className="max-w-prose text-ink-2">{children}</div>
      </div>
    </div>
  )
}
