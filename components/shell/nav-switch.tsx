'use client'

import { Button } from '@/components/ui/button'
import { useShellLook } from './shell-look'

/** Puts the navigation away where there is room for it, and brings it back. */
export function NavSwitch() {
  const { look, change } = useShellLook()
  return (
    <span className="max-wide:hidden">
      <Button
        intent="quiet"
        size="small"
        icon={look.isHidden ? 'right' : 'left'}
        label={look.isHidden ? 'Keep the navigation in view' : 'Hide the navigation'}
        onPress={() => {
          const sheet = document.getElementById('navigation')
          if (sheet?.matches(':popover-open')) sheet.hidePopover()
          change({ isHidden: !look.isHidden })
        }}
      />
    </span>
  )
}
