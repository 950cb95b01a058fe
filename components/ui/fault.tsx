import { visible } from '@/lib/format/text'
import { CopyButton } from './copy-button'

/** An error as it was written: mono, wrapped, whole; under it what is known about it. */
export function Fault({ text, title, children }: { text: string; title?: string; children?: React.ReactNode }) {
  return (
    <section
      aria-label={title ?? 'Error'}
      className="rounded-r-control border-l-3 border-bad-solid bg-bad-weak px-3 py-2"
    >
      <div className="flex items-start gap-2">
        <div className="min-w-0 grow">
          {title !== undefined && <p className="font-strong text-bad">{title}</p>}
          <p className="max-h-screenful overflow-auto font-mono text-meta leading-code wrap-anywhere whitespace-pre-wrap">
            {visible(text)}
          </p>
        </div>
        <CopyButton text={text} label="Copy error" />
      </div>
      {children !== undefined && <div className="grid gap-1 pt-1.5 text-meta text-ink-2">{children}</div>}
    </section>
  )
}
