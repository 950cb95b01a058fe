/** Text in which the pieces that were looked for are marked, by weight and line, not by colour alone. */
export function Marked({ pieces }: { pieces: readonly { text: string; isMatch: boolean }[] }) {
  return pieces.map(({ text, isMatch }, at) =>
    isMatch ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text have no other name than their place
      <mark key={at} className="bg-transparent font-title text-inherit underline decoration-accent underline-offset-3">
        {text}
      </mark>
    ) : (
      text
    ),
  )
}
