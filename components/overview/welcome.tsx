import { Link } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import { pathToCluster, pathToRuns } from '@/lib/url/paths'

/** The first steps, where the store holds nothing yet. */
export function Welcome({ mayWrite }: { mayWrite: boolean }) {
  return (
    <Panel title="Nothing has run yet" note="this page fills with the first run">
      <ol className="grid list-inside list-decimal gap-2 text-ink-2">
        <li>
          Start an engine on the database that this console shows, for example <code>faucet serve --history …</code>{' '}
          with the same address, or with <code>--cluster</code> to share the work between several.{' '}
          <Link href={pathToCluster()}>Cluster</Link> shows its members as they begin to beat.
        </li>
        <li>
          {mayWrite ? 'Send it a pipeline' : 'Somebody who may submit runs sends it a pipeline'}: a config with a source
          and a sink, with <code>POST /v1/runs</code>.
        </li>
        <li>
          Watch it on the list of <Link href={pathToRuns()}>runs</Link>: status, rows and log lines come as they happen.
        </li>
      </ol>
      <p className="pt-3 text-meta text-ink-3">
        Only looking around? <code>npm run up -- --demo</code> fills an empty database and lets simulated workers move.
      </p>
    </Panel>
  )
}
