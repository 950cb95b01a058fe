import type { IconName } from '@/components/ui/icon'
import type { Permission } from '@/lib/auth/permissions'

export interface NavLink {
  href: string
  label: string
  icon: IconName
  permission: Permission
}

/** The sections there are, in the order of the work: nothing here leads to an empty promise. */
export const NAV_GROUPS: readonly { label: string; links: readonly NavLink[] }[] = [
  { label: 'Operate', links: [{ href: '/runs', label: 'Runs', icon: 'runs', permission: 'run_read' }] },
]
