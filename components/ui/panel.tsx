import type { ReactNode } from 'react'

interface PanelProps {
  title?: string
  /** Beside the title: what is in it, in a few words. */
  note?: ReactNode
  actions?: ReactNode
  /** Tables and logs bring their own edges. */
  isFlush?: boolean
  children: ReactNode
}

/** A titled surface. */
export function Panel({ title, note, actions, isFlush = false, children }: PanelProps) {
  return (
    <section aria-label={title} className="min-w-0 overflow-clip rounded-panel border border-line bg-surface">
      {title !== undefined && (
        <div className="flex min-h-9.5 flex-wrap items-center gap-x-2 border-b border-line px-3 py-1">
          <h2 className="text-body font-title">{title}</h2>
          <span className="text-meta text-ink-3">{note}</span>
          {actions !== undefined && <div className="ml-auto flex items-center gap-2 py-1">{actions}</div>}
        </div>
      )}
      {isFlush ? children : <div className="p-3">{children}</div>}
    </section>
  )
}
