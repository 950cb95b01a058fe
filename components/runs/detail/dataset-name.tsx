import { visible } from '@/lib/format/text'

/** A dataset's address, short: its last part, what stands before it dimmed and cut first; all of it on hover. */
export function DatasetName({ uri }: { uri: string }) {
  const at = uri.replace(/\/+$/, '').lastIndexOf('/') + 1
  return (
    <span className="flex min-w-0 font-mono text-meta" data-tip={visible(uri)}>
      <span className="min-w-0 shrink truncate text-ink-3">{visible(uri.slice(0, at))}</span>
      <span className="max-w-full min-w-0 shrink-0 truncate">{visible(uri.slice(at))}</span>
    </span>
  )
}
