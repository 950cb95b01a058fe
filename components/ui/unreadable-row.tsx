import { Icon } from './icon'

/** A row whose body does not fit: it stays in its place and says why. */
export function UnreadableNote({ reason }: { reason: string }) {
  return (
    <span
      className="inline-flex max-w-full items-center self-center gap-1.5 text-warn"
      data-tip={`Cannot be read: ${reason}`}
    >
      <Icon name="warning" size="small" />
      <span className="truncate">cannot be read: {reason}</span>
    </span>
  )
}
