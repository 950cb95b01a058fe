'use client'

import { Button } from '@/components/ui/button'
import { Kbd } from '@/components/ui/kbd'
import { openPanel } from './open-panel'

export function KeysButton() {
  return (
    <Button intent="quiet" size="small" onPress={() => openPanel('keys')}>
      Keys <Kbd>?</Kbd>
    </Button>
  )
}
