import { cx } from '@/components/ui/cx'
import { Missing } from '@/components/ui/missing'
import { Panel } from '@/components/ui/panel'
import { pairLabels } from '@/lib/derive/run-compare'
import { counted } from '@/lib/format/number'
import { visible } from '@/lib/format/text'

type Labels = Readonly<Record<string, string>>

/** Labels of both, those that differ first. */
export function CompareLabels({ a, b }: { a: Labels; b: Labels }) {
  const pairs = pairLabels(a, b)
  if (pairs.length === 0) return null
  const differing = pairs.filter((pair) => pair.a !== pair.b).length
  const cell = (value: string | null) => (value === null ? <Missing why="without this label" /> : visible(value))
  return (
    <Panel
      title="Labels"
      note={differing === 0 ? 'nothing differs' : counted(differing, 'label differs', 'labels differ')}
      isFlush
    >
      <table aria-label="Labels of both runs" className="w-full table-fixed">
        <thead className="sr-only">
          <tr>
            <th scope="col">Label</th>
            <th scope="col">Before</th>
            <th scope="col">After</th>
          </tr>
        </thead>
        <tbody>
          {pairs.map(({ key, a: left, b: right }) => (
            <tr
              key={key}
              className={cx('border-t border-line align-top first:border-t-0', left !== right && 'bg-accent-weak')}
            >
              <th scope="row" className="w-1/4 px-3 py-1.5 text-left font-mono text-meta font-normal wrap-anywhere">
                {visible(key)}
                {left !== right && <span className="sr-only">, differs</span>}
              </th>
              <td className="px-2 py-1.5 font-mono text-meta wrap-anywhere">{cell(left)}</td>
              <td className="px-2 py-1.5 font-mono text-meta wrap-anywhere">{cell(right)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  )
}
