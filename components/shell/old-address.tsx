'use client'

import { usePathname } from 'next/navigation'
import { useEffect } from 'react'
import { newAddressOf } from '@/lib/url/old-address'
import { pathToSignIn } from '@/lib/url/paths'

/** Whoever follows a link into the engine's own console comes to the page that shows the same here, by way of signing in. */
export function OldAddress() {
  const path = usePathname()
  useEffect(() => {
    const go = () => {
      const found = newAddressOf(window.location.hash)
      if (found === null || (path !== '/' && path !== '/sign-in')) return
      window.location.replace(path === '/sign-in' ? pathToSignIn(found) : found)
    }
    go()
    window.addEventListener('hashchange', go)
    return () => window.removeEventListener('hashchange', go)
  }, [path])
  return null
}
