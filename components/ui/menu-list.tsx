'use client'

import type { Route } from 'next'
import NextLink from 'next/link'
import { DropdownMenu } from 'radix-ui'
import { useState } from 'react'
import { cx } from './cx'
import { Icon } from './icon'
import { MenuButton } from './menu-button'
import type { MenuItem, MenuProps } from './menu-items'

/** The menu with everything that places and drives it; it opens as it comes. */
export function MenuList({ label, groups }: MenuProps) {
  const [isOpen, setOpen] = useState(true)
  return (
    <DropdownMenu.Root open={isOpen} onOpenChange={setOpen} modal={false}>
      <DropdownMenu.Trigger asChild>
        <MenuButton label={label} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Content
        align="end"
        sideOffset={6}
        collisionPadding={8}
        className="z-40 w-72 max-w-full overflow-auto rounded-panel border border-line bg-surface p-1 shadow-float outline-none motion-safe:animate-appear"
      >
        {groups.map((items, at) => (
          <DropdownMenu.Group
            key={items[0]?.label ?? at}
            className={cx('grid', at > 0 && 'mt-1 border-t border-line pt-1')}
          >
            {items.map((item) => (
              <Item key={item.label} item={item} />
            ))}
          </DropdownMenu.Group>
        ))}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  )
}

function Item({ item }: { item: MenuItem }) {
  const { label, icon, href, isDownload = false, act, whyOff = null, isDanger = false } = item
  const inside = (
    <span
      className={cx(
        'flex w-full items-start gap-2 rounded-control px-2 py-1.25 group-data-highlighted:bg-hover',
        whyOff !== null ? 'text-ink-3' : isDanger ? 'text-bad' : 'text-ink',
      )}
    >
      <span className="pt-0.75">{icon && <Icon name={icon} size="small" />}</span>
      <span className="grid min-w-0">
        {label}
        {whyOff !== null && <span className="text-meta wrap-anywhere">{whyOff}</span>}
      </span>
    </span>
  )
  const look = 'group cursor-default rounded-control outline-none'
  if (href !== undefined && whyOff === null) {
    return (
      <DropdownMenu.Item asChild className={look}>
        {isDownload ? (
          <a href={href} download className="text-inherit">
            {inside}
          </a>
        ) : (
          <NextLink href={href as Route} prefetch={false} className="text-inherit">
            {inside}
          </NextLink>
        )}
      </DropdownMenu.Item>
    )
  }
  return (
    <DropdownMenu.Item
      className={look}
      aria-disabled={whyOff !== null || undefined}
      onSelect={(event) => {
        if (whyOff === null) act?.()
        else event.preventDefault()
      }}
    >
      {inside}
    </DropdownMenu.Item>
  )
}
