'use client'

import { useQuery } from '@tanstack/react-query'
import { usePathname } from 'next/navigation'
import { useEffect } from 'react'
import { Select } from '@/components/ui/select'
import { pushAddress, replaceAddress } from '@/components/ui/shallow-link'
import { tenantChoicesQuery } from '@/lib/client/console'
import { isScoped, withTenant } from '@/lib/url/shell-look'
import { useScope, useShellLook } from './shell-look'

/** Whose runs, pipelines and numbers are shown; nothing where there are no tenants. */
export function TenantPicker() {
  const { data } = useQuery(tenantChoicesQuery())
  const { look, change } = useShellLook()
  const scope = useScope()
  const path = usePathname()
  // biome-ignore lint/correctness/useExhaustiveDependencies: on arrival alone; afterwards the address says what was chosen
  useEffect(() => {
    // An address without anything behind its `?` is a page's own: it opens as it was looked at last. A link says it all.
    const { pathname, search } = window.location
    if (look.tenant === null || search !== '' || !isScoped(pathname)) return
    replaceAddress(withTenant(pathname, search, look.tenant))
  }, [])
  const known = data?.tenants ?? []
  if (known.length === 0 && scope === null) return null
  const ids = scope === null || known.includes(scope) ? known : [scope, ...known]
  return (
    <div className="grid gap-1 px-2">
      <label htmlFor="tenant-scope" className="text-label text-ink-3">
        Tenant
      </label>
      <Select
        id="tenant-scope"
        value={scope ?? ''}
        options={[{ value: '', label: 'All tenants' }, ...ids.map((id) => ({ value: id, label: id }))]}
        onChange={(chosen) => {
          const tenant = chosen === '' ? null : chosen
          change({ tenant })
          if (isScoped(path)) pushAddress(withTenant(path, window.location.search, tenant))
        }}
      />
    </div>
  )
}
