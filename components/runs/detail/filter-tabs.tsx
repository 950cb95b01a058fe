import { cx } from '@/components/ui/cx'
import { ShallowLink } from '@/components/ui/shallow-link'
import { whole } from '@/lib/format/number'

interface FilterTab {
  href: string
  label: string
  count: number
  isCurrent: boolean
}

/** One of a few kinds of rows of the same table, with how many there are of each. */
export function FilterTabs({ label, tabs }: { label: string; tabs: readonly FilterTab[] }) {
  return (
    <nav aria-label={label} className="-mx-1 flex max-w-full gap-0.5 overflow-x-auto px-1 py-0.5">
      {tabs.map(({ href, label: name, count, isCurrent }) => (
        <ShallowLink key={name} href={href} isCurrent={isCurrent}>
          <span
            className={cx(
              'inline-flex h-control items-center gap-1.5 rounded-chip px-2.5 whitespace-nowrap',
              isCurrent ? 'bg-accent-weak font-strong text-accent' : 'text-ink-2 hover:bg-hover hover:text-ink',
            )}
          >
            {name}
            <span className="text-meta font-control tabular-nums">{whole(count)}</span>
          </span>
        </ShallowLink>
      ))}
    </nav>
  )
}
