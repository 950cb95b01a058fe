'use client'

import { QueryClientProvider } from '@tanstack/react-query'
import { ThemeProvider } from 'next-themes'
import type { ReactNode } from 'react'
import { NoticeLayer } from '@/components/ui/notice-layer'
import { TipLayer } from '@/components/ui/tip-layer'
import { queryClient } from '@/lib/client/query-client'

/** What every page stands in: the theme before anything is drawn, the data of the tab, the one hint layer. */
export function Providers({ children }: { children: ReactNode }) {
  return (
    <ThemeProvider
      attribute="data-theme"
      defaultTheme="system"
      storageKey="faucet-console:theme"
      disableTransitionOnChange
    >
      <QueryClientProvider client={queryClient()}>
        {children}
        <NoticeLayer />
        <TipLayer />
      </QueryClientProvider>
    </ThemeProvider>
  )
}
