import type { ReactNode } from 'react'
import { Link } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import type { Report } from '@/lib/client/overview'
import { duration } from '@/lib/format/duration'
import { money } from '@/lib/format/money'
import { compact, counted, percent, whole } from '@/lib/format/number'
import { visible } from '@/lib/format/text'
import { pathToPipeline } from '@/lib/url/paths'

const SHOWN = 5

interface Ranked {
  pipeline: string
  /** 0 to 1: its part of the largest. */
  share: number
  value: ReactNode
  tip: string
}

/** Which pipelines fail most, take longest, write most and cost most in the window. */
export function RankingsPanel({ report }: { report: Report }) {
  const { rankings, cost, pipelines } = report
  const { failing, slow, rows, cost: costs } = rankings
  const most = (values: readonly number[]) => Math.max(...values, 1e-9)
  const [slowest, largest, dearest] = [
    most(slow.map(({ p95_ms }) => p95_ms)),
    most(rows.map((one) => Number(one.rows))),
    most(costs.map(({ amount }) => amount)),
  ]
  return (
    <Panel title="Pipelines compared" note={counted(pipelines, 'pipeline')}>
      <div className="grid gap-x-6 gap-y-4 wide:grid-cols-2">
        <Ranking
          title="Fail most"
          empty="None failed."
          items={failing.map(({ pipeline, failed, finished }) => ({
            pipeline,
            share: failed / finished,
            value: (
              <>
                <span className="text-meta text-ink-3">
                  {whole(failed)} of {whole(finished)}
                </span>{' '}
                {percent(failed / finished)}
              </>
            ),
            tip: `${whole(failed)} of ${whole(finished)} that ended failed`,
          }))}
        />
        <Ranking
          title="Take longest, 95 of 100 invocations within"
          empty="Nothing was measured."
          items={slow.map(({ pipeline, p95_ms, invocations }) => ({
            pipeline,
            share: p95_ms / slowest,
            value: duration(p95_ms),
            tip: `of ${counted(invocations, 'invocation')}`,
          }))}
        />
        <Ranking
          title="Write most rows"
          empty="No rows were written."
          items={rows.map(({ pipeline, rows: written, runs }) => ({
            pipeline,
            share: Number(written) / largest,
            value: compact(written),
            tip: `${whole(written)} rows by ${counted(runs, 'run')}`,
          }))}
        />
        <Ranking
          title="Cost most, estimated"
          empty="Nothing has a price."
          items={costs.map(({ pipeline, amount, runs }) => ({
            pipeline,
            share: amount / dearest,
            value: money(amount, cost?.currency ?? ''),
            tip: `by ${counted(runs, 'run')}`,
          }))}
        />
      </div>
    </Panel>
  )
}

function Ranking({ title, empty, items }: { title: string; empty: string; items: readonly Ranked[] }) {
  return (
    <section aria-label={title} className="grid min-w-0 content-start gap-1">
      <h3 className="text-meta font-control text-ink-3">{title}</h3>
      {items.length === 0 ? (
        <p className="text-ink-3">{empty}</p>
      ) : (
        <ol className="grid gap-1">
          {items.slice(0, SHOWN).map(({ pipeline, share, value, tip }) => (
            <li key={pipeline} className="grid gap-0.5" data-tip={tip}>
              <span className="flex min-w-0 items-baseline gap-2">
                <span className="min-w-0 grow truncate" data-tip={visible(pipeline)} data-tip-when="cut">
                  {pipeline === '' ? (
                    <span className="text-ink-2">without a pipeline</span>
                  ) : (
                    <Link href={pathToPipeline(pipeline)} look="plain">
                      {visible(pipeline)}
                    </Link>
                  )}
                </span>
                <span className="shrink-0 tabular-nums">
                  {value}
                  <span className="sr-only">, {tip}</span>
                </span>
              </span>
              <span aria-hidden="true" className="block h-1 overflow-hidden rounded-chip bg-sunken">
                <i
                  className="block h-full rounded-chip bg-accent-line"
                  style={{ width: `${Math.max(1, Math.min(100, share * 100))}%` }}
                />
              </span>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
