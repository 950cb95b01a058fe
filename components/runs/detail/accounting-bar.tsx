import { cx } from '@/components/ui/cx'
import { TONE_SOLID } from '@/components/ui/tone'
import type { RowAccounting } from '@/lib/contract/records/invocations'
import { rowParts } from '@/lib/derive/row-accounting'
import { whole } from '@/lib/format/number'

/** Where the rows of one invocation went, as a bar; in words on hover and for who does not see it. */
export function AccountingBar({ rows }: { rows: RowAccounting }) {
  const parts = rowParts(rows)
  const words = [
    `${whole(rows.offered)} offered`,
    ...parts.map(({ name, count }) => `${whole(count)} ${name}`),
    ...(rows.non_finite > 0 ? [`${whole(rows.non_finite)} not a finite number, written as null`] : []),
  ].join('\n')
  return (
    <span data-tip={words} className="block">
      <span aria-hidden="true" className="flex h-2 gap-px overflow-hidden rounded-chip bg-sunken">
        {parts.map(({ name, count, tone }) => (
          <i
            key={name}
            className={cx('block min-w-0.5', TONE_SOLID[tone])}
            style={{ flexGrow: Number(count), flexBasis: 0 }}
          />
        ))}
      </span>
      <span className="sr-only">{words}</span>
    </span>
  )
}
