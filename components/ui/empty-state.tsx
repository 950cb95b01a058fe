import type { ReactNode } from 'react'

/** What would be here, what to do about it, and one control. */
export function EmptyState({ title, hint, action }: { title: string; hint?: ReactNode; action?: ReactNode }) {
  return (
    <div className="grid justify-items-center gap-1.5 px-4 py-12 text-center">
      <p className="font-strong">{title}</p>
      {hint !== undefined && <p className="max-w-prose text-ink-2">{hint}</p>}
      {action !== undefined && <div className="pt-2">{action}</div>}
    </div>
  )
}
