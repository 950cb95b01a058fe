import { Status } from '@/components/ui/status'
import type { DoctorReport } from '@/lib/client/config-reports'
import { duration } from '@/lib/format/duration'
import { visible } from '@/lib/format/text'
import { Cell, PlainTable } from './plain-table'

/** What an engine tried, row by row: which end, how it went, and why not. */
export function ProbesTable({ report }: { report: DoctorReport }) {
  const probes = report.invocations.flatMap(({ id, delivery, probes: tried }) =>
    tried.map((probe, index) => ({ ...probe, id, delivery: index === 0 ? (delivery ?? null) : null })),
  )
  const hasRows = report.invocations.length > 1
  return (
    <PlainTable
      label="Probes"
      heads={[...(hasRows ? ['Row'] : []), 'End', 'Connector', 'Result', 'What it found']}
      rows={probes.map((probe) => (
        <tr key={`${probe.id} ${probe.role} ${probe.connector} ${probe.name}`}>
          {hasRows && <Cell isMono>{visible(probe.id)}</Cell>}
          <Cell isWord>{visible(probe.role)}</Cell>
          <Cell isWord>
            {visible(probe.connector)} <span className="text-ink-3">{visible(probe.name)}</span>
          </Cell>
          <Cell>
            <Status word={visible(probe.status)} look={LOOKS[probe.status] ?? OTHER} />
          </Cell>
          <Cell>
            {probe.reason ? (
              <span className="font-mono text-meta">{visible(probe.reason)}</span>
            ) : (
              <span className="text-ink-3">
                {[
                  probe.elapsed_ms == null ? null : duration(probe.elapsed_ms),
                  probe.delivery === null ? null : `delivers ${probe.delivery}`,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            )}
            {probe.hint && <span className="block text-meta text-ink-2">{visible(probe.hint)}</span>}
          </Cell>
        </tr>
      ))}
    />
  )
}

const LOOKS: Readonly<Record<string, typeof OTHER>> = {
  pass: { shape: 'disc', tone: 'good', isLoud: false, isMoving: false },
  fail: { shape: 'diamond', tone: 'bad', isLoud: true, isMoving: false },
  skip: { shape: 'dash', tone: 'neutral', isLoud: false, isMoving: false },
}
const OTHER: Parameters<typeof Status>[0]['look'] = { shape: 'ring', tone: 'neutral', isLoud: false, isMoving: false }
