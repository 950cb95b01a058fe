import { type Fact, KeyValues } from '@/components/ui/key-values'
import type { Used } from '@/lib/client/run-parts'
import { bytes } from '@/lib/format/bytes'
import { duration } from '@/lib/format/duration'
import { money } from '@/lib/format/money'
import { decimal, whole } from '@/lib/format/number'
import { visible } from '@/lib/format/text'

/** What one invocation used, and what that is estimated to cost, line by line. */
export function UsedPanel({ used, read }: { used: Used; read: string }) {
  const { cost } = used
  const facts: (Fact | false)[] = [
    { name: 'Read', value: read },
    { name: 'Written', value: bytes(used.bytes_written) },
    callsFact('Source calls', used.source_roundtrips),
    callsFact('Sink calls', used.sink_roundtrips),
    callsFact('Retries', used.source_retries),
    used.throttled !== undefined &&
      used.throttled > 0 && {
        name: 'Held back',
        value: `${whole(used.throttled)} times${used.throttle_wait_secs ? `, ${duration(used.throttle_wait_secs * 1000)} in all` : ''}`,
      },
    {
      name: 'Cost',
      value: (
        <>
          {money(cost.total, cost.currency)} <span className="text-ink-3">estimate</span>
          {cost.hosted_equivalent > 0 && (
            <span className="text-ink-3"> · hosted {money(cost.hosted_equivalent, cost.currency)}</span>
          )}
        </>
      ),
    },
    (cost.not_reported?.length ?? 0) > 0 && {
      name: 'Not in it',
      value: `${visible(cost.not_reported?.join(', ') ?? '')}: what they cost they do not report`,
    },
  ]
  return (
    <div className="grid gap-2 border-t border-line pt-3">
      <KeyValues facts={facts} />
      {cost.lines.length > 0 && (
        <table aria-label="Cost by line" className="w-full text-meta">
          <tbody>
            {cost.lines.map(({ item, quantity, unit, rate, amount }) => (
              <tr key={item} className="border-t border-line">
                <th scope="row" className="py-1 pr-2 text-left font-normal wrap-anywhere">
                  {visible(item.replaceAll('_', ' '))}
                </th>
                <td className="py-1 pr-2 text-right whitespace-nowrap text-ink-2 tabular-nums">
                  {decimal(quantity)} {visible(unit)} × {rate}
                </td>
                <td className="py-1 text-right whitespace-nowrap tabular-nums">{money(amount, cost.currency)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  )
}

function callsFact(name: string, calls: Used['source_roundtrips']): Fact | false {
  const entries = Object.entries(calls ?? {})
  if (entries.length === 0) return false
  return { name, value: entries.map(([kind, count]) => `${whole(count)} ${visible(kind)}`).join(' · ') }
}
