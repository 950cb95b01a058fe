/** What is not there, with the reason for whoever asks. */
export function Missing({ why = 'not recorded' }: { why?: string }) {
  return (
    <span className="text-ink-3" data-tip={why}>
      <span aria-hidden="true">—</span>
      <span className="sr-only">{why}</span>
    </span>
  )
}
