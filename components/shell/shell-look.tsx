'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import { isScoped, type ShellLook, USUAL_SHELL, writeShellLook } from '@/lib/url/shell-look'

interface Shell {
  look: ShellLook
  change(change: Partial<ShellLook>): void
}
const ShellContext = createContext<Shell>({ look: USUAL_SHELL, change: () => {} })

export const useShellLook = (): Shell => useContext(ShellContext)

interface ShellLookProviderProps {
  principal: string
  look: ShellLook
  children: ReactNode
}

/** How the frame is drawn, and where a change of it is remembered. */
export function ShellLookProvider({ principal, look: first, children }: ShellLookProviderProps) {
  const [look, setLook] = useState(first)
  const value = useMemo(
    (): Shell => ({
      look,
      change(change) {
        const next = { ...look, ...change }
        document.cookie = writeShellLook(principal, next)
        setLook(next)
      },
    }),
    [look, principal],
  )
  return <ShellContext value={value}>{children}</ShellContext>
}

/** Whose runs are looked at: what the address says where it can say it, else what was chosen last; null: everybody's. */
export function useScope(): string | null {
  const { look } = useShellLook()
  const tenant = useSearchParams().get('tenant')
  return isScoped(usePathname()) ? tenant || null : look.tenant
}
