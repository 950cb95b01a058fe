'use client'

import { lazy, Suspense, useState } from 'react'
import { MenuButton } from './menu-button'
import type { MenuProps } from './menu-items'

// What places a menu takes more code than the menu: it comes when somebody reaches for it.
const load = () => import('./menu-list')
const MenuList = lazy(() => load().then(({ MenuList: loaded }) => ({ default: loaded })))

/** A button and a menu of rare actions below it: arrows move, letters find, Escape closes and gives the focus back. */
export function Menu(props: MenuProps) {
  const [isWanted, setWanted] = useState(false)
  const asleep = (
    <MenuButton
      label={props.label}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={() => void load()}
      onFocus={() => void load()}
      onClick={() => setWanted(true)}
    />
  )
  if (!isWanted) return asleep
  return (
    <Suspense fallback={asleep}>
      <MenuList {...props} />
    </Suspense>
  )
}
