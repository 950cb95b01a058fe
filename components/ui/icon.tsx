import {
  ArrowDown,
  ArrowLeft,
  ArrowUp,
  Check,
  ChevronDown,
  ChevronLeft,
  ChevronRight,
  ChevronUp,
  CircleAlert,
  Clock,
  Copy,
  Download,
  House,
  Info,
  Keyboard,
  Link,
  ListFilter,
  LogOut,
  Menu,
  Monitor,
  Moon,
  PanelRight,
  Pencil,
  Play,
  Plus,
  RefreshCw,
  Search,
  Server,
  Sun,
  Tag,
  TriangleAlert,
  UserRound,
  Workflow,
  WrapText,
  X,
  ZoomIn,
  ZoomOut,
} from 'lucide-react'

const ICONS = {
  alert: CircleAlert,
  back: ArrowLeft,
  check: Check,
  clock: Clock,
  close: X,
  cluster: Server,
  copy: Copy,
  dark: Moon,
  down: ChevronDown,
  download: Download,
  end: ArrowDown,
  filter: ListFilter,
  home: House,
  info: Info,
  keys: Keyboard,
  left: ChevronLeft,
  light: Sun,
  label: Tag,
  link: Link,
  menu: Menu,
  pipelines: Workflow,
  peek: PanelRight,
  plus: Plus,
  refresh: RefreshCw,
  rename: Pencil,
  right: ChevronRight,
  runs: Play,
  search: Search,
  signOut: LogOut,
  start: ArrowUp,
  system: Monitor,
  up: ChevronUp,
  user: UserRound,
  warning: TriangleAlert,
  wrap: WrapText,
  zoomIn: ZoomIn,
  zoomOut: ZoomOut,
} as const
export type IconName = keyof typeof ICONS

/** One of a closed set. Always beside words or under an accessible name, so it is silent itself. */
export function Icon({ name, size = 'normal' }: { name: IconName; size?: 'small' | 'normal' }) {
  const Drawing = ICONS[name]
  return (
    <Drawing
      aria-hidden="true"
      focusable="false"
      strokeWidth={1.75}
      className={size === 'small' ? 'size-3 shrink-0' : 'size-3.5 shrink-0'}
    />
  )
}
