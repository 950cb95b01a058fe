import { Fault } from '@/components/ui/fault'
import { Panel } from '@/components/ui/panel'
import type { ReadableHead } from './readable-head'

/** What went wrong in each, beside each other. */
export function CompareErrors({ a, b }: { a: ReadableHead; b: ReadableHead }) {
  const [before, after] = [a.digest.failure, b.digest.failure]
  if (before === null && after === null) return null
  const isSame = before === after
  return (
    <Panel title="Errors" note={isSame ? 'the same words in both' : undefined}>
      <div className="grid grid-cols-1 gap-3 wide:grid-cols-2">
        {[before, after].map((text, at) => (
          <div key={at === 0 ? 'before' : 'after'} className="min-w-0">
            <h3 className="pb-1 text-meta text-ink-3">{at === 0 ? 'Before' : 'After'}</h3>
            {text === null ? <p className="text-ink-2">Nothing went wrong.</p> : <Fault text={text} />}
          </div>
        ))}
      </div>
    </Panel>
  )
}
