import { Age } from '@/components/ui/time'
import { whole } from '@/lib/format/number'

/** What numbers in a menu were counted of, where that is not everything. */
export function CountNote({ looked, reached }: { looked: number; reached: string }) {
  return (
    <p className="pt-1.5 text-meta text-ink-3">
      Counted in the newest {whole(looked)} runs, back to <Age at={reached} isSentence />.
    </p>
  )
}
