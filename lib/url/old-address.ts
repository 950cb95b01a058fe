import { searchText } from './search'

/** Keys whose meaning stayed; everything else an old address says is kept as it is, and a page that cannot use it says so. */
const RENAMED: Readonly<Record<string, string>> = { cmp: 'compare', run: 'from' }
/** Pages that were called otherwise. */
const PAGES: Readonly<Record<string, string>> = { catalog: 'datasets', overview: '', '': '' }
const KNOWN: ReadonlySet<string> = new Set([
  'overview',
  'runs',
  'pipelines',
  'templates',
  'catalog',
  'datasets',
  'lineage',
  'changes',
  'tenants',
  'triggers',
  'audit',
  'settings',
  'schemas',
  'submit',
  'usage',
  'outputs',
  'local-outputs',
  'dlq',
  'status',
  'cluster',
])

/**
 * Where a page of the engine's own console is here, by what stands behind the `#` of its address: `#/runs/{id}?tab=logs` is
 * `/runs/{id}/logs`. Null: no address of that console.
 */
export function newAddressOf(hash: string): string | null {
  const [, path = '', query = ''] = /^#\/?([^?]*)\??(.*)$/s.exec(hash) ?? []
  if (!hash.startsWith('#/') || hash.startsWith('#//')) return null
  const [page = '', ...rest] = path.split('/').filter((part, at) => part !== '' || at === 0)
  if (page !== '' && !KNOWN.has(page)) return null
  const params = new URLSearchParams(query)
  const tab = params.get('tab')
  const segments = rest.map(segmentOf)
  const isRunTab =
    (page === 'runs' || page === 'changes') && segments.length === 1 && tab !== null && /^[a-z]+$/.test(tab)
  if (isRunTab) {
    params.delete('tab')
    if (tab !== 'summary' && tab !== 'overview') segments.push(tab)
  }
  const version = params.get('version')
  if (page === 'templates' && segments.length === 1 && version !== null && /^\d+$/.test(version)) {
    params.delete('version')
    segments.push('versions', version)
  }
  const name = page === 'outputs' ? 'local-outputs' : (PAGES[page] ?? page)
  // `run` names the run a new one is made of on the form alone; elsewhere it stays what it was.
  const renamed = [...params].map(([key, value]): [string, string] => [
    key === 'run' && page !== 'submit' ? key : (RENAMED[key] ?? key),
    value,
  ])
  const search = searchText(renamed)
  const target = `/${[name, ...segments].filter((part) => part !== '').join('/')}`
  return search === '' ? target : `${target}?${search}`
}

/** Encoded once, whatever it was: a slash in an id stays inside its segment. */
function segmentOf(part: string): string {
  let text = part
  try {
    text = decodeURIComponent(part)
  } catch {
    // Typed by hand: taken as it stands.
  }
  return text === '.' || text === '..' ? '' : encodeURIComponent(text)
}
