import { Icon } from '@/components/ui/icon'

/** Looks at the run beside the list: seen where the pointer or the focus is, and always where there is no pointer. */
export function PeekButton({ title, onPress }: { title: string; onPress: () => void }) {
  return (
    <button
      type="button"
      data-peek
      aria-label={`Peek at ${title}`}
      data-tip="Peek"
      onClick={onPress}
      className="relative z-1 -my-1 @max-lean:absolute @max-lean:right-2 @max-lean:bottom-1 @max-lean:my-0 grid size-6 shrink-0 place-items-center self-center rounded-chip text-ink-3 opacity-0 group-hover/row:opacity-100 hover:bg-hover hover:text-ink focus-visible:opacity-100 pointer-coarse:opacity-100"
    >
      <Icon name="peek" />
    </button>
  )
}
