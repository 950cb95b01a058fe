import { Icon } from './icon'

/** A file of the server's, with what is in it. An ordinary link: it works before the page has woken up. */
export function DownloadLink({ href, label, note }: { href: string; label: string; note: string }) {
  return (
    <a href={href} download className="flex items-start gap-2 rounded-control px-2 py-1.5 hover:bg-hover">
      <span className="pt-0.75 text-ink-3">
        <Icon name="download" />
      </span>
      <span className="grid">
        <span className="font-control">{label}</span>
        <span className="text-meta text-ink-3">{note}</span>
      </span>
    </a>
  )
}
