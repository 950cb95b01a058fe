'use client'

import { lazy, Suspense, useState } from 'react'
import { PopoverButton, type PopoverProps } from './popover-button'

// Placing a panel takes more code than all the rest of a list: it comes when somebody reaches for it.
const load = () => import('./popover-panel')
const PopoverPanel = lazy(() => load().then(({ PopoverPanel: loaded }) => ({ default: loaded })))

/** A button and a small panel below it. Escape and a click outside close it, focus goes back to the button. */
export function Popover(props: PopoverProps) {
  const [isWanted, setWanted] = useState(false)
  const { label, icon, isSet, onOpen } = props
  const asleep = (
    <PopoverButton
      label={label}
      {...(icon && { icon })}
      {...(isSet !== undefined && { isSet })}
      aria-haspopup="dialog"
      aria-expanded={false}
      onPointerEnter={() => void load()}
      onFocus={() => void load()}
      onClick={() => {
        setWanted(true)
        onOpen(true)
      }}
    />
  )
  if (!isWanted) return asleep
  return (
    <Suspense fallback={asleep}>
      <PopoverPanel {...props} />
    </Suspense>
  )
}
