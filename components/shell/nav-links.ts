import type { IconName } from '@/components/ui/icon'
import type { Permission } from '@/lib/auth/permissions'
import type { Principal } from '@/lib/auth/principal'
import { can } from '@/lib/auth/roles'

export interface NavLink {
  href: string
  label: string
  icon: IconName
  permission: Permission
  /** Goes there after `g`. */
  key: string
  /** Of the whole installation: nothing for somebody confined to a tenant. */
  isGlobal?: boolean
}

/** The sections there are, in the order of the work: nothing here leads to an empty promise. */
export const NAV_GROUPS: readonly { label: string; links: readonly NavLink[] }[] = [
  {
    label: 'Operate',
    links: [
      { href: '/', label: 'Overview', icon: 'home', key: 'o', permission: 'run_read' },
      { href: '/runs', label: 'Runs', icon: 'runs', key: 'r', permission: 'run_read' },
      { href: '/pipelines', label: 'Pipelines', icon: 'pipelines', key: 'p', permission: 'run_read' },
      { href: '/submit', label: 'Submit', icon: 'plus', key: 's', permission: 'run_write', isGlobal: true },
    ],
  },
  {
    label: 'Admin',
    links: [
      { href: '/cluster', label: 'Cluster', icon: 'cluster', key: 'k', permission: 'status_read', isGlobal: true },
    ],
  },
]

/** What people go to a page for, by its address. */
export const QUESTIONS: readonly Pick<NavLink, 'href' | 'label' | 'icon'>[] = [
  { href: '/runs?status=queued,pending,running,sharded', label: 'Active runs', icon: 'runs' },
  { href: '/runs?status=failed', label: 'Failed runs', icon: 'runs' },
]

/** Whether somebody may open it. */
export const mayOpen = ({ role, tenant }: Pick<Principal, 'role' | 'tenant'>, link: NavLink): boolean =>
  can(role, link.permission) && !(link.isGlobal && tenant !== null)

export const linksFor = (principal: Pick<Principal, 'role' | 'tenant'>): NavLink[] =>
  NAV_GROUPS.flatMap(({ links }) => links).filter((link) => mayOpen(principal, link))
