import { Button } from '@/components/ui/button'
import { MOST_NEWS } from '@/lib/client/use-runs'
import { counted } from '@/lib/format/number'

/** Lies over the table's head: nothing moves when it appears. */
export function NewRuns({ count, isBusy, onLetIn }: { count: number; isBusy: boolean; onLetIn: () => void }) {
  return (
    <div role="status" className="pointer-events-none sticky top-13 z-20 flex h-0 justify-center">
      {count > 0 && (
        <span className="pointer-events-auto -mt-px h-7.5 motion-safe:animate-appear">
          <Button intent="primary" size="small" icon="start" isBusy={isBusy} onPress={onLetIn}>
            {count >= MOST_NEWS ? `${MOST_NEWS} or more new runs` : counted(count, 'new run')}
          </Button>
        </span>
      )}
    </div>
  )
}
