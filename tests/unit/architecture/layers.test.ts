import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkLayers } from '../../architecture/cruise.mjs'
import layers from '../../architecture/layers.cjs'

/** A small tree in which every import is allowed. */
const CLEAN: Record<string, string> = {
  'tsconfig.json':
    '{ "compilerOptions": { "module": "esnext", "moduleResolution": "bundler", "paths": { "@/*": ["./*"] } } }',
  'node_modules/recharts/index.js': 'export {}',
  'node_modules/next/index.js': 'export {}',
  'node_modules/@prisma/client/index.js': 'export {}',
  'lib/contract/records/runs.ts': 'export type RunRecord = { run_id: string }',
  'lib/contract/ports/runs.ts':
    "import type { RunRecord } from '../records/runs'\nexport interface RunsStore { get(): RunRecord }",
  'lib/derive/run-status.ts':
    "import type { RunRecord } from '@/lib/contract/records/runs'\nexport const isLive = (run: RunRecord) => run.run_id !== ''",
  'lib/auth/roles.ts': 'export const ROLES = []',
  'lib/services/kit/use-case.ts': 'export const defineCommand = 1',
  'lib/services/runs/internal.ts': 'export const steps = 1',
  'lib/services/runs/cancel-run.ts': "import '../kit/use-case'\nimport './internal'\nexport const cancelRun = 1",
  'lib/services/runs/delete-run.ts': 'export const deleteRun = 1',
  'lib/store/prisma/runs.ts': "import '@prisma/client'\nexport const runs = 1",
  'lib/store/memory/runs.ts': 'export const runs = 1',
  'lib/runtime/runtime.ts': "import '@/lib/store/prisma/runs'\nexport const runtime = 1",
  'lib/http/route.ts': "import 'next'\nimport '@/lib/runtime/runtime'\nexport const route = 1",
  'lib/client/runs.ts': 'export const runListQuery = 1',
  'lib/cli/up.mjs': "import 'node:path'",
  'components/ui/badge.tsx': 'export const Badge = 1',
  'components/charts/area-chart.tsx': "import 'recharts'\nexport const AreaChart = 1",
  'components/runs/runs-view.tsx': "import '@/lib/client/runs'\nimport '../ui/badge'\nexport const RunsView = 1",
  'components/logs/log-panel.tsx': 'export const LogPanel = 1',
  'app/runs/page.tsx': "import '@/components/runs/runs-view'\nimport '@/components/logs/log-panel'\nexport default 1",
  'app/v1/runs/route.ts': "import '@/lib/http/route'\nimport '@/lib/services/runs/cancel-run'\nexport const GET = 1",
  'tests/support/clock.ts': 'export const clock = 1',
}

/** One broken import each, and the rule that must name it. */
const PLANTED: readonly [rule: string, file: string, text: string][] = [
  [
    'layer-records',
    'lib/contract/records/leases.ts',
    "import type { RunsStore } from '../ports/runs'\nexport type L = RunsStore",
  ],
  ['layer-ports', 'lib/contract/ports/leases.ts', "import '@/lib/derive/run-status'"],
  ['layer-derive', 'lib/derive/cursor.ts', "import '@/lib/services/kit/use-case'"],
  ['layer-memory', 'lib/store/memory/leases.ts', "import '../prisma/runs'"],
  ['layer-services', 'lib/services/runs/get-run.ts', "import '@/lib/store/memory/runs'"],
  ['layer-client', 'lib/client/leases.ts', "import '@/lib/services/runs/cancel-run'"],
  ['layer-ui', 'components/ui/button.tsx', "import '@/lib/client/runs'"],
  ['layer-features', 'components/runs/run-view.tsx', "import '@/lib/http/route'"],
  ['layer-routes', 'app/v1/leases/route.ts', "import '@/lib/store/prisma/runs'"],
  ['layer-pages', 'app/leases/page.tsx', "import '@/lib/store/memory/runs'\nexport default 1"],
  ['prisma-stays-home', 'lib/services/runs/list-runs.ts', "import '@prisma/client'"],
  ['recharts-stays-home', 'components/runs/runs-chart.tsx', "import 'recharts'"],
  ['next-stays-at-the-edge', 'lib/services/runs/rerun.ts', "import 'next'"],
  ['no-cycles', 'lib/derive/one.ts', "import './two'\nexport const one = 1"],
  ['pure-means-pure', 'lib/derive/files.ts', "import 'node:fs'"],
  ['no-sideways', 'components/runs/run-logs.tsx', "import '../logs/log-panel'"],
  ['verbs-do-not-call-verbs', 'lib/services/runs/purge.ts', "import './delete-run'"],
  ['before-the-install', 'lib/cli/start.mjs', "import '../derive/run-status'"],
  ['every-file-has-a-layer', 'lib/helpers/text.ts', "import '@/lib/contract/records/runs'"],
  ['nobody-imports-tests', 'lib/derive/clock.ts', "import '../../tests/support/clock'"],
  ['everything-resolves', 'lib/derive/gone.ts', "import './nowhere'"],
]

describe('the import rules', () => {
  let root = ''
  beforeEach(() => {
    root = mkdtempSync(path.join(tmpdir(), 'layers-'))
    plant(CLEAN)
  })
  afterEach(() => rmSync(root, { recursive: true, force: true }))

  function plant(files: Record<string, string>) {
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
      writeFileSync(path.join(root, file), text)
    }
  }

  it('let a tree pass in which every import is allowed, and read every file of it', async () => {
    const { broken, unread, read } = await checkLayers(root)
    expect({ broken, unread }).toEqual({ broken: [], unread: [] })
    expect(read).toBeGreaterThan(20)
  })

  it('name every planted violation', async () => {
    plant(Object.fromEntries(PLANTED.map(([, file, text]) => [file, text])))
    plant({ 'lib/derive/two.ts': "import './one'\nexport const two = 1" })
    const { broken } = await checkLayers(root)
    const named = new Set(broken.map(({ rule, from }) => `${rule} ${from}`))
    expect(PLANTED.map(([rule, file]) => `${rule} ${file}`).filter((each) => !named.has(each))).toEqual([])
  })

  it('are all planted against, but for layers that are alike', () => {
    const planted = new Set(PLANTED.map(([rule]) => rule))
    const unplanted = layers.forbidden.map(({ name }) => name).filter((name) => !planted.has(name))
    expect(unplanted.every((name) => name.startsWith('layer-'))).toBe(true)
  })
})
