'use client'

import { useTheme } from 'next-themes'
import { useSyncExternalStore } from 'react'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Icon } from '@/components/ui/icon'
import { Select } from '@/components/ui/select'
import { TIME_FORMS } from '@/components/ui/time-forms'
import { useZone } from '@/components/ui/zone'
import type { Principal } from '@/lib/auth/principal'
import { allZones, browserZone, CURATED_ZONES, zoneCity } from '@/lib/format/instant'

interface UserMenuProps {
  principal: Principal
  /** Absent where everybody is let in: there is nothing to sign out of. */
  signOut?: () => Promise<void>
}

/** Who is signed in, and how they like to see things. Opens and signs out before the page has woken up, too. */
export function UserMenu({ principal, signOut }: UserMenuProps) {
  const { name, role, tenant } = principal
  const { zone } = useZone()
  return (
    <div className="relative">
      <button
        type="button"
        popoverTarget="account"
        className="grid w-full gap-px rounded-chip px-2 py-1.5 text-left hover:bg-hover"
      >
        <span className="flex items-center gap-1.5 text-ink-2">
          <Icon name="user" />
          <span className="truncate font-strong">{name}</span>
        </span>
        <span className="truncate pl-5 text-meta text-ink-3">
          {role}
          {role === 'viewer' && ', read-only'} · {zoneCity(zone)}
        </span>
      </button>
      <div
        id="account"
        popover="auto"
        role="dialog"
        aria-label="Account and display"
        className="account-place m-0 rounded-panel border border-line bg-surface p-3 text-ink shadow-float"
      >
        <div className="grid gap-3">
          <div className="grid gap-0.5">
            <p className="truncate font-strong">{name}</p>
            <p className="text-meta text-ink-3">
              {role}
              {role === 'viewer' && ', read-only'}
              {tenant !== null && `, sees tenant ${tenant} only`}
            </p>
          </div>
          <ThemeChoice />
          <ZoneSelect />
          <FormSelect />
          {signOut && (
            <form action={signOut}>
              <Button type="submit" icon="signOut">
                Sign out
              </Button>
            </form>
          )}
        </div>
      </div>
    </div>
  )
}

const THEMES = [
  { value: 'system', label: 'System', icon: 'system' },
  { value: 'light', label: 'Light', icon: 'light' },
  { value: 'dark', label: 'Dark', icon: 'dark' },
] as const

function ThemeChoice() {
  const { theme, setTheme } = useTheme()
  const isAwake = useIsAwake()
  return (
    <fieldset className="grid gap-1">
      <legend className="pb-1 text-meta text-ink-2">Theme</legend>
      <div className="grid grid-cols-3 gap-px rounded-control border border-line-strong bg-sunken p-px">
        {THEMES.map(({ value, label, icon }) => (
          <label
            key={value}
            className="flex h-6.5 cursor-pointer items-center justify-center gap-1.5 rounded-chip text-meta text-ink-2 has-checked:bg-surface has-checked:font-strong has-checked:text-ink has-checked:inset-ring has-checked:inset-ring-line has-focus-visible:outline-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name="theme"
              value={value}
              checked={isAwake && theme === value}
              onChange={() => setTheme(value)}
              className="sr-only"
            />
            <Icon name={icon} />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function ZoneSelect() {
  const { zone, isAutomatic, choose } = useZone()
  const isAwake = useIsAwake()
  const here = isAwake ? browserZone() : null
  const known: readonly string[] = CURATED_ZONES
  // The browser's own list of zones is not the server's: it is offered once the page is awake.
  const others = isAwake
    ? allZones().filter((name) => !known.includes(name))
    : [zone].filter((name) => !known.includes(name))
  return (
    <Field label="Times are shown in">
      {({ id }) => (
        <Select
          id={id}
          value={isAutomatic ? '' : zone}
          onChange={(next) => choose(next === '' ? null : next)}
          options={[
            { value: '', label: here === null ? "This browser's zone" : `This browser's zone, ${here}` },
            ...known.map((name) => ({ value: name, label: name })),
          ]}
          more={{ label: 'All zones', options: others.map((name) => ({ value: name, label: name })) }}
        />
      )}
    </Field>
  )
}

function FormSelect() {
  const { form, chooseForm } = useZone()
  return (
    <Field label="Written as">
      {({ id }) => (
        <Select
          id={id}
          value={form}
          onChange={(next) => chooseForm(TIME_FORMS.find((known) => known === next) ?? 'iso')}
          options={[
            { value: 'iso', label: '2026-11-30 13:07:04' },
            { value: 'twelve', label: 'Nov 30, 2026, 1:07:04 PM' },
            { value: 'relative', label: 'How long ago' },
          ]}
        />
      )}
    </Field>
  )
}

/** False on the server and while the page wakes up, so that both draw the same. */
const useIsAwake = (): boolean =>
  useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
