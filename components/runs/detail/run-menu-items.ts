import type { MenuItem } from '@/components/ui/menu-items'
import { type Principal, seesStoredText } from '@/lib/auth/principal'
import { can } from '@/lib/auth/roles'
import type { Neighbours, RunHead } from '@/lib/client/run-parts'
import { deadLettersOf } from '@/lib/derive/dead-letters'
import { isLive } from '@/lib/derive/run-status'
import {
  pathToComparedRuns,
  pathToRun,
  pathToRunApi,
  pathToRuns,
  pathToRunsOfLabel,
  pathToRunTab,
  pathToSubmit,
} from '@/lib/url/paths'
import { searchText } from '@/lib/url/search'
import { submitSearch } from '@/lib/url/submit'

interface Given {
  runId: string
  head: RunHead
  viewer: Principal
  before: Neighbours['before']
  onCopy: (what: string, text: string) => void
  onCopyConfig: () => void
  onAsk: (what: 'delete' | 'roll back') => void
}

/** What the menu of a run offers this viewer, in groups; what this role may never do is not there. */
export function runMenuGroups(given: Given): MenuItem[][] {
  return [copies(given), ways(given), changes(given)].filter((group) => group.length > 0)
}

function copies({ runId, head, viewer, onCopy, onCopyConfig }: Given): MenuItem[] {
  const here = (path: string) => new URL(path, window.location.origin).href
  const items: (MenuItem | false)[] = [
    { label: 'Copy id', icon: 'copy', act: () => onCopy('the id', runId) },
    { label: 'Copy link', icon: 'link', act: () => onCopy('the link', here(pathToRun(runId))) },
    {
      label: 'Copy as curl',
      icon: 'copy',
      act: () => onCopy('the command', curlOf(here(pathToRunApi(runId)))),
    },
    seesStoredText(viewer) && {
      label: 'Copy config',
      icon: 'copy',
      whyOff: head.facts.has_config ? null : 'it was not kept',
      act: onCopyConfig,
    },
    { label: 'Download as JSON', icon: 'download', href: pathToRunApi(runId), isDownload: true },
  ]
  return items.filter((item) => item !== false)
}

/** The token stays where it is kept: a command that is pasted somewhere must not hold one. */
const curlOf = (address: string): string => `curl -H "Authorization: Bearer $FAUCET_TOKEN" '${address}'`

function ways({ runId, head: { run, digest, facts }, viewer, before }: Given): MenuItem[] {
  if (!run.ok || digest === null) return []
  const { record } = run
  const pipeline = record.labels['pipeline']
  const letters = deadLettersOf(record, digest)
  const base = before.find(({ status }) => status === 'completed') ?? before[0]
  const items: (MenuItem | false)[] = [
    {
      label: 'Compare with the last good run',
      icon: 'runs',
      href: pathToComparedRuns(base?.run_id ?? null, runId),
      whyOff: base === undefined ? 'no run of this name before it is near' : null,
    },
    { label: 'Compare with another run', icon: 'runs', href: pathToComparedRuns(null, runId) },
    pipeline !== undefined && {
      label: 'Runs of this pipeline',
      icon: 'pipelines',
      href: pathToRunsOfLabel('pipeline', pipeline),
    },
    Boolean(record.name?.trim()) && {
      label: 'Runs of this name',
      icon: 'search',
      href: pathToRuns(searchText([['name', record.name]])),
    },
    {
      label: 'What it wrote',
      icon: 'info',
      href: pathToRunTab(runId, 'datasets'),
      whyOff: digest.written_count === 0 ? 'it recorded no dataset' : null,
    },
    {
      label: 'Dead letters',
      icon: 'warning',
      href: pathToRunTab(runId, 'dlq'),
      whyOff: letters === null ? 'it sent no rows away' : null,
    },
    can(viewer.role, 'run_write') &&
      viewer.tenant === null && {
        label: 'Edit and run again',
        icon: 'plus',
        href: pathToSubmit(submitSearch({ from: runId })),
        whyOff: facts.has_config ? null : 'its config was not kept',
      },
  ]
  return items.filter((item) => item !== false)
}

function changes({ head: { run, digest, facts }, viewer, onAsk }: Given): MenuItem[] {
  const status = run.ok ? run.record.status : (run.columns['status'] ?? '')
  const whileLive = isLive(status) ? 'when it has ended' : null
  const items: (MenuItem | false)[] = [
    can(viewer.role, 'rollback') &&
      viewer.tenant === null && {
        label: 'Roll back…',
        icon: 'back',
        isDanger: true,
        whyOff:
          whileLive ??
          ((digest?.with_own_id ?? 0) === 0 ? 'nothing to undo: no invocation has an id of its own' : facts.engine),
        act: () => onAsk('roll back'),
      },
    can(viewer.role, 'run_write') && {
      label: 'Delete run…',
      icon: 'close',
      isDanger: true,
      whyOff: whileLive,
      act: () => onAsk('delete'),
    },
  ]
  return items.filter((item) => item !== false)
}
