import { writeLabel } from './run-labels'
import { searchText, wellFormed } from './search'

/** The only place that builds links: every segment is encoded here, once. */
export const pathToRuns = (search = ''): string => (search === '' ? '/runs' : `/runs?${search}`)
/** Runs that carry a label of this value. */
export const pathToRunsOfLabel = (key: string, value: string): string =>
  pathToRuns(searchText([['label', writeLabel({ key, value })]]))
/** Failed runs whose error holds the beginning of this one. */
export const pathToRunsWithError = (text: string): string =>
  pathToRuns(
    searchText([
      ['status', 'failed'],
      ['error', text.split('\n', 1)[0]?.slice(0, 120)],
    ]),
  )
export const pathToRun = (runId: string): string => `/runs/${segment(runId)}`
export const pathToRunTab = (runId: string, tab: string): string =>
  tab === 'summary' ? pathToRun(runId) : `${pathToRun(runId)}/${segment(tab)}`
/** Two runs side by side; null: still to be chosen. */
export const pathToComparedRuns = (a: string | null, b: string | null): string => {
  const search = searchText([
    ['a', a],
    ['b', b],
  ])
  return search === '' ? '/runs/compare' : `/runs/compare?${search}`
}
/** The tab that a path of a run names. */
export const tabIn = (path: string): string => /^\/runs\/[^/]+\/([^/?]+)/.exec(path)?.[1] ?? 'summary'
/** One invocation of a run, opened beside the others. */
export const pathToInvocation = (runId: string, row: string, parent: string | null): string =>
  `${pathToRunTab(runId, 'invocations')}?${searchText([
    ['row', row],
    ['parent', parent],
  ])}`
/** What a member of the cluster holds just now. */
export const pathToRunsOfOwner = (instanceId: string): string =>
  pathToRuns(
    searchText([
      ['owner', instanceId],
      ['status', 'running'],
      ['status', 'queued'],
    ]),
  )
export const pathToOverview = (search = ''): string => (search === '' ? '/' : `/?${search}`)
export const pathToPipelines = (search = ''): string => (search === '' ? '/pipelines' : `/pipelines?${search}`)
export const pathToPipeline = (name: string): string => `/pipelines/${segment(name)}`
export const pathToPipelineApi = (name: string, part?: string): string =>
  `/console/insight/pipelines/${segment(name)}${part === undefined ? '' : `/${part}`}`
export const pathToSubmit = (search = ''): string => (search === '' ? '/submit' : `/submit?${search}`)
/** What the submit page reads of a run that somebody starts from. */
export const pathToEditRun = (runId: string): string => `/console/submit/from/${segment(runId)}`
export const pathToCluster = (): string => '/cluster'
/** A run as the API gives it. */
export const pathToRunApi = (runId: string): string => `/v1/runs/${segment(runId)}`
/** What the page of a run reads, and its tabs. */
export const pathToRunPart = (runId: string, ...part: string[]): string =>
  ['/console/runs', segment(runId), ...part.map(segment)].join('/')
export const pathToSignIn = (next?: string): string =>
  next === undefined || next === '/' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(next)}`

/** Where to go after signing in: a path of ours, never another site. */
export function safeNext(next: string | undefined): string {
  if (next === undefined || !/^\/[^\\\s]*$/.test(next) || !URL.canParse(next, HERE)) return '/runs'
  // As a browser reads it: `/.//elsewhere` has a path that begins with two slashes, which names another site.
  const { origin, pathname, search, hash } = new URL(next, HERE)
  if (origin !== HERE || pathname.startsWith('//') || pathname.startsWith('/sign-in')) return '/runs'
  return pathname + search + hash
}
const HERE = 'http://console.invalid'

const segment = (text: string): string => encodeURIComponent(wellFormed(text))
