import { Panel } from '@/components/ui/panel'
import { Age, Time } from '@/components/ui/time'
import { Unavailable } from '@/components/ui/unavailable'
import type { HomeState } from '@/lib/client/overview'
import { whole } from '@/lib/format/number'
import { visible } from '@/lib/format/text'

/** Which datasets have had no success for a day, longest first, and whose schema changed lately. */
export function FreshnessPanel({ freshness }: { freshness: HomeState['freshness'] }) {
  // Nothing for this viewer.
  if (freshness === null) return null
  return (
    <Panel title="Data freshness" note="a dataset is stale after 24 h without a success">
      {!freshness.ok ? (
        <Unavailable title="The catalog could not be read just now">The other panels do not need it.</Unavailable>
      ) : freshness.value === null ? (
        <Unavailable title="This store keeps no catalog">
          Engines from 1.12 on, built with the catalog, note which datasets their runs write.
        </Unavailable>
      ) : freshness.value.datasets === 0 ? (
        <p className="text-ink-3">No dataset is known yet: the first run that succeeds makes one.</p>
      ) : (
        <Found found={freshness.value} />
      )}
    </Panel>
  )
}

type Freshness = NonNullable<Extract<NonNullable<HomeState['freshness']>, { ok: true }>['value']>

function Found({ found }: { found: Freshness }) {
  const { datasets, stale, stalest, changed, is_changed_cut, changes, is_capped } = found
  const more = is_capped ? '+' : ''
  return (
    <div className="grid gap-3">
      <dl className="grid grid-cols-3 gap-3">
        <Count name="Fresh" value={`${whole(datasets - stale)}${more}`} />
        <Count name="Stale" value={`${whole(stale)}${more}`} tone={stale > 0 ? 'text-warn' : 'text-ink'} />
        <Count name="Schema changed, 7 days" value={`${whole(changed)}${is_changed_cut ? '+' : ''}`} />
      </dl>
      {stalest.length > 0 && (
        <section aria-label="Stale for longest" className="grid gap-0.5">
          <h3 className="text-meta font-control text-ink-3">Stale for longest</h3>
          <ul>
            {stalest.map(({ id, uri, at }) => (
              <li key={id} className="flex min-w-0 items-baseline gap-3 leading-6">
                <span className="min-w-0 grow truncate font-mono text-meta" data-tip={visible(uri)}>
                  {visible(uri)}
                </span>
                <span className="shrink-0 text-meta text-ink-3">
                  <Age at={at} isSentence />
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {changes.length > 0 && (
        <section aria-label="Schemas that changed" className="grid gap-0.5">
          <h3 className="text-meta font-control text-ink-3">Schemas that changed</h3>
          <ul>
            {changes.map(({ id, version, at }) => (
              <li key={id} className="flex min-w-0 items-baseline gap-3 leading-6">
                <span className="min-w-0 grow truncate font-mono text-meta" data-tip={id}>
                  {id}
                </span>
                <span className="shrink-0 text-meta text-ink-3">
                  version {whole(version)}, <Time at={at} precision="minute" />
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

const Count = ({ name, value, tone = 'text-ink' }: { name: string; value: string; tone?: string }) => (
  <div>
    <dt className="text-meta text-ink-3">{name}</dt>
    <dd className={`text-section font-title tabular-nums ${tone}`}>{value}</dd>
  </div>
)
