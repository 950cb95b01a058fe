'use client'

import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { counted } from '@/lib/format/number'

/** How many lines have come since the reader let go of the end, and the way back there. */
export function NewLines({ total, onPress }: { total: number; onPress: () => void }) {
  const [since] = useState(total)
  const fresh = Math.max(0, total - since)
  const words = fresh === 0 ? 'Newest lines' : counted(fresh, 'new line')
  return (
    <div className="absolute right-4 bottom-3 shadow-float">
      <Button size="small" intent={fresh > 0 ? 'primary' : 'plain'} icon="end" onPress={onPress}>
        {words}
      </Button>
      <span role="status" className="sr-only">
        {fresh > 0 && words}
      </span>
    </div>
  )
}
