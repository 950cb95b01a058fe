import type { CSSProperties, ReactNode } from 'react'
import { cx } from './cx'
import type { Column } from './table-columns'

const LEAST_PX = 170
const BOX_PX = 36

interface TablePlaceProps {
  label: string
  /** Those of the table below, each with its `from`. */
  columns: readonly Pick<Column<never>, 'width' | 'least' | 'from'>[]
  hasBoxes: boolean
  children: ReactNode
}

/**
 * Where a table of many columns stands: it has as many of them as there is room for, and where somebody chose more than
 * that, it scrolls inside this place while the page stays.
 */
export function TablePlace({ label, columns, hasBoxes, children }: TablePlaceProps) {
  const sum = (some: typeof columns) =>
    some.reduce((px, { width, least = LEAST_PX }) => px + (width ?? least), hasBoxes ? BOX_PX : 0)
  const [mid, broad] = [sum(columns.filter(({ from }) => from !== 'broad')), sum(columns)]
  const mayScroll = broad > BROAD || mid > MID
  return (
    <div className="@container">
      <div
        data-place
        {...(mayScroll && { role: 'region', 'aria-label': label, tabIndex: 0 })}
        className={cx(
          'focus-visible:-outline-offset-2',
          mid > MID && '@mid:@max-broad:rows-region',
          broadRegion(broad),
        )}
        style={{ '--mid': `${mid}px`, '--broad': `${broad}px` } as CSSProperties}
      >
        {children}
      </div>
    </div>
  )
}

/** As `--container-…` in tokens.css. */
const [MID, BROAD, VAST, HUGE] = [880, 1080, 1400, 1760]

const broadRegion = (px: number): string | undefined => {
  if (px <= BROAD) return undefined
  if (px <= VAST) return '@broad:@max-vast:rows-region'
  return px <= HUGE ? '@broad:@max-huge:rows-region' : '@broad:rows-region'
}
