import { firstLine, visible } from '@/lib/format/text'
import { CopyButton } from './copy-button'
import { Link } from './link'

/** Longer ones scroll in their place, and have to be reachable by keyboard. */
const LONG = 1_000

/** An error as it was written: mono, wrapped, whole; under it what is known about it. */
export function Fault({ text, title, children }: { text: string; title?: string; children?: React.ReactNode }) {
  return (
    <section aria-label="Error" className="rounded-r-control border-l-3 border-bad-solid bg-bad-weak px-3 py-2">
      <div className="flex items-start gap-2">
        <div className="min-w-0 grow">
          {title !== undefined && <p className="font-strong text-bad">{title}</p>}
          <p
            tabIndex={text.length > LONG ? 0 : undefined}
            className="max-h-fault overflow-auto font-mono text-meta leading-code wrap-anywhere whitespace-pre-wrap"
          >
            {visible(text)}
          </p>
        </div>
        <CopyButton text={text} label="Copy error" />
      </div>
      {children !== undefined && <div className="grid gap-1 pt-1.5 text-meta text-ink-2">{children}</div>}
    </section>
  )
}

/** The same in one line, for where something else is looked at: whole on hover, and behind the link. */
export function FaultLine({ text, href }: { text: string; href: string }) {
  return (
    <p className="flex min-w-0 items-center gap-3 rounded-r-control border-l-3 border-bad-solid bg-bad-weak px-3 py-1.5">
      <span
        className="min-w-0 truncate font-mono text-meta"
        data-tip={visible(text.slice(0, 2000))}
        data-tip-when="cut"
      >
        {visible(firstLine(text))}
      </span>
      <span className="ml-auto shrink-0 text-meta">
        <Link href={href}>What is known</Link>
      </span>
    </p>
  )
}
