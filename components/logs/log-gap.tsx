/** Where a line will be once it has been read: as long as lines are, so that nothing jumps. */
export function LogGap({ index }: { index: number }) {
  return (
    <div className="grid-log h-5 border-l-2 border-l-transparent pr-3">
      <span />
      <span className="max-wide:hidden" />
      <span />
      <span className={`my-auto h-2 rounded-chip bg-hover ${WIDTHS[index % WIDTHS.length]}`} />
    </div>
  )
}

const WIDTHS = ['w-72', 'w-40', 'w-56', 'w-64', 'w-48']
