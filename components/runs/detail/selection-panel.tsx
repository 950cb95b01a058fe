import { Chip } from '@/components/ui/chip'
import { KeyValues } from '@/components/ui/key-values'
import { Panel } from '@/components/ui/panel'
import type { SelectionRequest } from '@/lib/contract/records/runs'

/** Which rows of the matrix were asked for. */
export function SelectionPanel({ selection }: { selection: SelectionRequest }) {
  const rows: readonly [string, readonly string[]][] = [
    ['Select', selection.select],
    ['Only', selection.only],
    ['Skip', selection.skip],
    ['Tags', selection.tags],
    ['Tier', selection.status],
  ]
  const asked = rows.filter(([, values]) => values.length > 0)
  return (
    <Panel title="Rows chosen" note="a part of the matrix was asked for">
      <KeyValues
        facts={[
          ...asked.map(([name, values]) => ({
            name,
            value: (
              <span className="flex flex-wrap gap-1">
                {values.map((value) => (
                  <Chip key={value} name={value} />
                ))}
              </span>
            ),
          })),
          asked.length === 0 && { name: 'Rows', value: 'the default ones' },
          selection.include_parents !== null && { name: 'Parents', value: selection.include_parents },
        ]}
      />
    </Panel>
  )
}
