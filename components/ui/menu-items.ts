import type { IconName } from './icon'

export interface MenuItem {
  label: string
  icon?: IconName
  /** Where it leads; else what it does. */
  href?: string
  /** The address is a file to be saved. */
  isDownload?: boolean
  act?: () => void
  /** Why it does nothing just now: stays in reach and says so. */
  whyOff?: string | null
  isDanger?: boolean
}

export interface MenuProps {
  label: string
  /** Items that belong together, a line between groups. */
  groups: readonly (readonly MenuItem[])[]
}
