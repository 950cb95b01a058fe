'use client'

import { useNow } from '@/components/ui/clock'
import { Link } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import { StatusMark } from '@/components/ui/status'
import { Age, Time } from '@/components/ui/time'
import { Unavailable } from '@/components/ui/unavailable'
import type { Attention, GoingOn, HomeState } from '@/lib/client/overview'
import { counted, whole } from '@/lib/format/number'
import type { OverviewFilter } from '@/lib/url/overview'
import { pathToPipelines } from '@/lib/url/paths'
import { type AttentionItem, attentionItems } from './attention-items'

interface AttentionPanelProps {
  attention: Attention | undefined
  now: GoingOn | undefined
  state: HomeState | undefined
  filter: OverviewFilter
  /** Parts that could not be read: the others stand. */
  missing: readonly string[]
}

const SHOWN = 8
const LOOKS = {
  bad: { shape: 'diamond', tone: 'bad', isLoud: true, isMoving: false },
  warn: { shape: 'ring', tone: 'warn', isLoud: true, isMoving: false },
  info: { shape: 'square', tone: 'info', isLoud: false, isMoving: false },
} as const
const TONE_WORDS = { bad: 'urgent', warn: 'soon', info: 'to know' } as const

/** What needs somebody now, worst first, each with since when and the way there; whatever window the page shows. */
export function AttentionPanel({ attention, now, state, filter, missing }: AttentionPanelProps) {
  const nowMs = useNow(15_000)
  const items = attentionItems({ attention, now, state, filter, nowMs })
  const hidden = attention === undefined ? 0 : unlisted(attention)
  const [first, rest] = [items.slice(0, SHOWN), items.slice(SHOWN)]
  return (
    <Panel
      title="Needs attention"
      note={items.length === 0 ? undefined : `${counted(items.length + hidden, 'thing')}, whatever the window`}
      isFlush
    >
      {items.length === 0 && missing.length === 0 ? (
        <Unavailable title="Nothing does">
          No pipeline fails, is late or slows down, no run takes plainly longer than usual or has lost its member, and
          nothing waits for a person.
        </Unavailable>
      ) : (
        <>
          <ul>
            {first.map((item) => (
              <Item key={item.key} item={item} />
            ))}
          </ul>
          {rest.length > 0 && (
            <details className="border-t border-line">
              <summary className="px-3 py-2 text-meta text-accent">{whole(rest.length)} more</summary>
              <ul className="border-t border-line">
                {rest.map((item) => (
                  <Item key={item.key} item={item} />
                ))}
              </ul>
            </details>
          )}
        </>
      )}
      <Notes attention={attention} hidden={hidden} missing={missing} />
    </Panel>
  )
}

/** Of each kind only the worst are told. */
function unlisted({ failing, late, slowed, dead_letters, behind }: Attention): number {
  const kinds = [failing, late, slowed, dead_letters, behind]
  return kinds.reduce((sum, { count, items }) => sum + count - items.length, 0)
}

function Notes({
  attention,
  hidden,
  missing,
}: {
  attention: Attention | undefined
  hidden: number
  missing: readonly string[]
}) {
  const isPart = attention !== undefined && attention.reached !== null
  if (hidden === 0 && missing.length === 0 && !isPart) return null
  return (
    <p role="status" className="grid gap-0.5 border-t border-line px-3 py-1.5 text-meta text-ink-3">
      {hidden > 0 && (
        <span>
          {counted(hidden, 'more pipeline')} of the same kinds:{' '}
          <Link href={pathToPipelines()} look="inline">
            all pipelines
          </Link>
        </span>
      )}
      {missing.length > 0 && <span className="text-warn">Could not be read just now: {missing.join(', ')}.</span>}
      {isPart && (
        <span>
          Pipelines are judged by the runs since <Time at={attention.reached} precision="minute" />
          {attention.is_full ? ', the newest that are kept in mind.' : ' so far; reading on.'}
        </span>
      )}
    </p>
  )
}

function Item({ item: { tone, title, href, words, reason, isError, since, links } }: { item: AttentionItem }) {
  return (
    <li className="grid gap-0.5 border-b border-line px-3 py-1.75 last:border-b-0">
      <div className="flex min-w-0 items-baseline gap-2">
        <span className="sr-only">{TONE_WORDS[tone]}:</span>
        <StatusMark look={LOOKS[tone]} />
        <span className="min-w-0 truncate font-strong" data-tip={title} data-tip-when="cut">
          {href === null ? title : <Link href={href}>{title}</Link>}
        </span>
        <span className={`shrink-0 text-meta ${tone === 'bad' ? 'text-bad' : 'text-ink-2'}`}>{words}</span>
        {since !== null && (
          <span className="ml-auto shrink-0 text-meta text-ink-3">
            <Age at={since} isSentence />
          </span>
        )}
      </div>
      {(reason !== null || links.length > 0) && (
        <div className="flex min-w-0 flex-wrap items-baseline gap-x-3 pl-4.5">
          {reason !== null && (
            <p
              className={`min-w-0 flex-1 basis-64 truncate text-meta ${isError ? 'font-mono text-ink-2' : 'text-ink-3'}`}
              data-tip={reason}
              data-tip-when="cut"
            >
              {reason}
            </p>
          )}
          {links.length > 0 && (
            <span className="flex shrink-0 gap-x-2.5 text-meta">
              {links.map((link) => (
                <Link key={link.label} href={link.href} look="inline">
                  {link.label}
                </Link>
              ))}
            </span>
          )}
        </div>
      )}
    </li>
  )
}
