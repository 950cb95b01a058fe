import { visible } from '@/lib/format/text'

interface ViewLinkProps {
  name: string
  address: string
  isCurrent: boolean
  onGo: (address: string) => void
}

/** An ordinary link for a new tab; in this one the page stays and its data follows. */
export function ViewLink({ name, address, isCurrent, onGo }: ViewLinkProps) {
  return (
    <a
      href={address}
      aria-current={isCurrent ? 'true' : undefined}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return
        event.preventDefault()
        onGo(address)
      }}
      className={`block min-w-0 grow truncate rounded-chip px-1.5 py-1 hover:bg-hover ${isCurrent ? 'font-strong text-accent' : 'text-ink'}`}
    >
      {visible(name)}
    </a>
  )
}
