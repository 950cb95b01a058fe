// Who may import whom. One row per layer: its files, and the only other layers it may import.
const LAYERS = {
  records: ['^lib/contract/(records/|(json|body|stored|errors|envelope|page|clock|process-wide|read-memo)\\.ts$)', []],
  ports: ['^lib/contract/(ports/|(run-history|deps|methods|store-options)\\.ts$)', ['records']],
  auth: ['^lib/auth/', ['records']],
  derive: ['^lib/derive/', ['records', 'auth']],
  url: ['^lib/url/', ['records']],
  format: ['^lib/format/', ['records']],
  vault: ['^lib/vault/', ['records', 'ports']],
  engine: ['^lib/engine/', ['records', 'ports']],
  storeKit: ['^lib/store/kit/', ['records', 'ports', 'derive']],
  memory: ['^lib/store/memory/', ['records', 'ports', 'derive', 'storeKit']],
  prisma: ['^lib/store/prisma/', ['records', 'ports', 'derive', 'storeKit', 'generated']],
  fallback: ['^lib/store/fallback/', ['records', 'ports']],
  services: ['^lib/services/', ['records', 'ports', 'derive', 'auth']],
  demo: ['^lib/demo/', ['records', 'ports', 'derive']],
  runtime: [
    '^lib/runtime/',
    [
      'records',
      'ports',
      'derive',
      'auth',
      'vault',
      'engine',
      'storeKit',
      'memory',
      'prisma',
      'fallback',
      'services',
      'demo',
    ],
  ],
  http: ['^lib/http/', ['records', 'ports', 'derive', 'auth', 'services', 'runtime', 'url']],
  actions: ['^lib/actions/', ['records', 'services', 'http']],
  client: ['^lib/client/', ['records', 'url', 'derive', 'actions']],
  ui: ['^components/ui/', ['format']],
  charts: ['^components/charts/', ['ui', 'format', 'derive']],
  shell: ['^components/shell/', ['ui', 'format', 'client', 'auth', 'records', 'url', 'derive']],
  features: [
    '^components/(?!ui/|charts/|shell/)',
    ['ui', 'charts', 'records', 'derive', 'auth', 'client', 'url', 'format'],
  ],
  routes: ['^app/(.*route|api-paths)\\.ts$', ['http', 'services', 'records']],
  pages: [
    '^app/(?!.*route\\.ts$|api-paths\\.ts$)',
    ['features', 'shell', 'ui', 'client', 'http', 'services', 'records', 'url', 'actions'],
  ],
  cli: ['^lib/cli/', ['records', 'ports', 'prisma']],
  generated: ['^prisma/generated/', []],
}

const filesOf = (name) => LAYERS[name][0]
const forbidden = Object.entries(LAYERS).map(([name, [from, may]]) => ({
  name: `layer-${name}`,
  severity: 'error',
  comment: `${name} may import itself and ${may.join(', ') || 'nothing else of ours'}`,
  from: { path: from },
  to: { path: '^(app|components|lib|prisma)/', pathNot: [from, ...may.map(filesOf)] },
}))

const only = (name, comment, imported, home) =>
  forbidden.push({ name, severity: 'error', comment, from: { pathNot: home }, to: { path: imported } })
only(
  'prisma-stays-home',
  'the store alone talks to the database',
  'node_modules/(@prisma/|better-sqlite3/|pg/)|^prisma/generated/',
  '^(lib/store/prisma|prisma|tests)/|^lib/cli/prepare\\.mjs$',
)
only('recharts-stays-home', 'charts are drawn in one folder', 'node_modules/recharts/', '^components/charts/')
only(
  'next-stays-at-the-edge',
  'verbs and stores run without the framework',
  'node_modules/next/',
  '^(app|components|lib/http|lib/runtime|tests)/|^next\\.config\\.mjs$',
)

forbidden.push(
  {
    name: 'no-cycles',
    severity: 'error',
    comment: 'files that import each other cannot be read, or moved, apart',
    from: { pathNot: '^prisma/generated/' },
    to: { circular: true },
  },
  {
    name: 'pure-means-pure',
    severity: 'error',
    comment: 'these run in the browser too, and answer from their arguments alone',
    from: { path: '^lib/(contract|derive|url|format|auth)/' },
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'no-sideways',
    severity: 'error',
    comment: 'a screen that needs two features is composed in the page',
    from: { path: '^components/(?!ui/|charts/|shell/)([^/]+)/' },
    to: { path: '^components/(?!ui/|charts/|shell/)', pathNot: '^components/$1/' },
  },
  {
    name: 'verbs-do-not-call-verbs',
    severity: 'error',
    comment: 'one verb is one permission and one entry in the audit trail; what two share is in internal.ts',
    from: { path: '^lib/services/([^/]+)/(?!internal)' },
    to: { path: '^lib/services/(?!kit/)', pathNot: '^lib/services/$1/internal' },
  },
  {
    name: 'before-the-install',
    severity: 'error',
    comment: 'the commands that install packages run before there are any',
    from: { path: '^lib/cli/.*\\.mjs$' },
    to: { pathNot: '^lib/cli/.*\\.mjs$', dependencyTypesNot: ['core'] },
  },
  {
    name: 'every-file-has-a-layer',
    severity: 'error',
    comment: 'a new folder needs a row in the table above',
    from: { path: '^(app|components|lib)/', pathNot: Object.keys(LAYERS).map(filesOf) },
    to: {},
  },
  {
    name: 'nobody-imports-tests',
    severity: 'error',
    comment: 'what ships never needs a test',
    from: { path: '^(app|components|lib|prisma)/' },
    to: { path: '^tests/' },
  },
  {
    name: 'everything-resolves',
    severity: 'error',
    comment: 'an import that leads nowhere is an import nobody can check',
    from: { path: '^(app|components|lib)/' },
    to: { couldNotResolve: true, pathNot: '^server-only$|\\.css$' },
  },
)

module.exports = {
  forbidden,
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.(css|svg|woff2)$' },
  },
}
