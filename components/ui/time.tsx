'use client'

import { age, ago, instant, offsetName, type Precision, twelveHours } from '@/lib/format/instant'
import { useNow } from './clock'
import { Missing } from './missing'
import { useZone } from './zone'

/** An instant in the viewer's zone and form. Hover tells the other forms, the zone, UTC and the exact text. */
export function Time({ at, precision = 'second', why }: { at: string | null; precision?: Precision; why?: string }) {
  const { zone, form } = useZone()
  const now = useNow(15_000)
  const iso = at === null ? null : instant(at, zone, precision)
  if (at === null || iso === null) return <Missing {...(why !== undefined && { why })} />
  const forms = { iso, twelve: twelveHours(at, zone, precision) ?? iso, relative: ago(at, now) ?? iso }
  return (
    <time
      dateTime={at}
      data-tip={[`${iso} ${offsetName(at, zone)}`, forms.twelve, forms.relative, at].join('\n')}
      className={form === 'iso' ? 'font-mono text-meta whitespace-nowrap' : 'whitespace-nowrap'}
    >
      {forms[form]}
    </time>
  )
}

/** `2 min`, or `2 min ago`; the instant is on hover where it does not stand beside. */
export function Age({ at, isSentence = false }: { at: string | null; isSentence?: boolean }) {
  const { zone } = useZone()
  const now = useNow(15_000)
  const text = at === null ? null : isSentence ? ago(at, now) : age(at, now)
  if (at === null || text === null) return <Missing />
  return (
    <time dateTime={at} data-tip={`${instant(at, zone)} ${offsetName(at, zone)}`} className="whitespace-nowrap">
      {text}
    </time>
  )
}

/** `times in Europe/Berlin (UTC+1)`: said once per table or panel. */
export function ZoneNote() {
  const { zone } = useZone()
  const now = useNow(3_600_000)
  const offset = offsetName(now, zone)
  return <>times in {offset === zone ? zone : `${zone} (${offset})`}</>
}
