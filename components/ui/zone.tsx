'use client'

import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { browserZone } from '@/lib/format/instant'
import type { TimeForm } from './time-forms'

/** The viewer's zone: their browser's, until they choose one; and how they like instants written. */
export interface Zone {
  zone: string
  isAutomatic: boolean
  /** null: the browser's own. */
  choose(zone: string | null): void
  form: TimeForm
  chooseForm(form: TimeForm): void
}

const ZoneContext = createContext<Zone>({
  zone: 'UTC',
  isAutomatic: true,
  choose: () => {},
  form: 'iso',
  chooseForm: () => {},
})

export const useZone = (): Zone => useContext(ZoneContext)

interface ZoneProviderProps {
  zone: string
  isAutomatic: boolean
  /** Keeps the choice where the server sees it, so that the next page is drawn right at once. */
  remember: (zone: string, isAutomatic: boolean) => void
  form?: TimeForm
  rememberForm?: (form: TimeForm) => void
  children: ReactNode
}

export function ZoneProvider({
  zone: first,
  isAutomatic: firstAutomatic,
  remember,
  form: firstForm = 'iso',
  rememberForm,
  children,
}: ZoneProviderProps) {
  const [form, setForm] = useState(firstForm)
  const [{ zone, isAutomatic }, setChoice] = useState({ zone: first, isAutomatic: firstAutomatic })

  useEffect(() => {
    const here = browserZone()
    if (!isAutomatic || here === null || here === zone) return
    // Somebody who follows their browser has travelled since the last page.
    remember(here, true)
    setChoice({ zone: here, isAutomatic: true })
  }, [zone, isAutomatic, remember])

  const value = useMemo(
    (): Zone => ({
      zone,
      isAutomatic,
      choose(next) {
        const chosen = next ?? browserZone() ?? 'UTC'
        remember(chosen, next === null)
        setChoice({ zone: chosen, isAutomatic: next === null })
      },
      form,
      chooseForm(next) {
        rememberForm?.(next)
        setForm(next)
      },
    }),
    [zone, isAutomatic, remember, form, rememberForm],
  )
  return <ZoneContext value={value}>{children}</ZoneContext>
}
