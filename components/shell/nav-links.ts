import type { IconName } from '@/components/ui/icon'
import type { Permission } from '@/lib/auth/permissions'

export interface NavLink {
  href: string
  label: string
  icon: IconName
  permission: Permission
  /** Of the whole installation: nothing for somebody confined to a tenant. */
  isGlobal?: boolean
}

/** The sections there are, in the order of the work: nothing here leads to an empty promise. */
export const NAV_GROUPS: readonly { label: string; links: readonly NavLink[] }[] = [
  {
    label: 'Operate',
    links: [
      { href: '/', label: 'Overview', icon: 'home', permission: 'run_read' },
      { href: '/runs', label: 'Runs', icon: 'runs', permission: 'run_read' },
      { href: '/pipelines', label: 'Pipelines', icon: 'pipelines', permission: 'run_read' },
    ],
  },
  {
    label: 'Admin',
    links: [{ href: '/cluster', label: 'Cluster', icon: 'cluster', permission: 'status_read', isGlobal: true }],
  },
]
