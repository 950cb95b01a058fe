import { Missing } from '@/components/ui/missing'
import { Panel } from '@/components/ui/panel'
import { Status } from '@/components/ui/status'
import type { RunDigest } from '@/lib/contract/records/invocations'
import { probeLook } from '@/lib/derive/run-look'
import { duration } from '@/lib/format/duration'
import { counted, whole } from '@/lib/format/number'
import { visible } from '@/lib/format/text'

/** What the engine checked before it ran: a line a probe, failed ones first. */
export function ChecksPanel({ checks }: { checks: NonNullable<RunDigest['checks']> }) {
  const { probes, count, failed } = checks
  return (
    <Panel
      title="Checked before it ran"
      note={
        failed > 0 ? `${whole(failed)} of ${counted(count, 'check')} failed` : `${counted(count, 'check')}, none failed`
      }
      isFlush
    >
      {probes.length === 0 ? (
        <p className="p-3 text-ink-2">The report names no check.</p>
      ) : (
        <table aria-label="Checks" className="w-full table-fixed">
          <colgroup>
            <col className="w-24" />
            <col />
            <col className="w-32 max-wide:w-20" />
            <col className="w-20" />
          </colgroup>
          <thead className="sr-only">
            <tr>
              <th scope="col">Result</th>
              <th scope="col">Check</th>
              <th scope="col">Row</th>
              <th scope="col">Took</th>
            </tr>
          </thead>
          <tbody>
            {probes.map(({ row, role, connector, name, status, message, elapsed_ms: ms }) => (
              <tr
                key={`${row} ${role} ${connector} ${name}`}
                className="align-top not-last:border-b not-last:border-line"
              >
                <td className="px-3 py-1.5">
                  <Status word={status || 'not told'} look={probeLook(status)} />
                </td>
                <td className="py-1.5 pr-3">
                  <span className="text-ink-3">{visible(role)}</span> {visible(connector)}{' '}
                  <span className="text-ink-2">{visible(name)}</span>
                  {message !== undefined && (
                    <p className="text-meta wrap-anywhere whitespace-pre-wrap text-ink-2">{visible(message)}</p>
                  )}
                </td>
                <td className="truncate py-1.5 pr-3 font-mono text-meta text-ink-3">{visible(row)}</td>
                <td className="px-3 py-1.5 text-right text-ink-2 tabular-nums">
                  {ms === undefined ? <Missing /> : duration(ms)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {count > probes.length && (
        <p className="border-t border-line px-3 py-1.5 text-meta text-ink-3">
          The first {whole(probes.length)} are shown.
        </p>
      )}
    </Panel>
  )
}
