// `npm test`: every check and every test there is. `node tests/run.mjs check`: all of it but the browser.
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { checkNode, prepare, root } from '../lib/cli/prepare.mjs'
import { main, runProgram, Stop, step, tail } from '../lib/cli/progress.mjs'
import { ensureOnSystem } from './setup/system.mjs'

const only = process.argv[2]
const reports = path.join(root, 'reports')
const env = { NEXT_TELEMETRY_DISABLED: '1' }
const total = { passed: 0, failed: 0 }

await main(async () => {
  if (only !== undefined && only !== 'check') throw new Stop(`There is one word, check; "${only}" is not it.`)
  checkNode()
  await prepare({ build: false })
  mkdirSync(reports, { recursive: true })

  await quiet('format and lint', 'biome', ['ci', '--colors=off', '--diagnostic-level=error', '.'])
  if (await quiet('types of the routes', 'next', ['typegen'])) await quiet('types', 'tsc', ['--noEmit', '-p', '.'])
  await quiet('import rules', process.execPath, ['tests/architecture/layers.mjs'])
  await quiet('dead code', 'knip', ['--no-progress'])
  await ensureOnSystem('postgres')
  await counted('tests', 'vitest.json', 'vitest', (file) => [
    ...['run', '-c', 'tests/vitest.config.ts', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
  ])
  if (only !== 'check') await browser()

  console.log(`\n${total.passed} passed, ${total.failed} failed`)
  process.exit(total.failed === 0 ? 0 : 1)
})

async function browser() {
  if (!(await ensureOnSystem('chromium'))) {
    total.failed++
    return
  }
  try {
    await prepare({ build: true })
  } catch (error) {
    if (!(error instanceof Stop)) throw error
    console.error(error.message)
    total.failed++
    return
  }
  await counted('tests in a browser', 'playwright.json', 'playwright', (file) => {
    env.PLAYWRIGHT_JSON_OUTPUT_NAME = file
    return ['test', '-c', 'tests/playwright.config.ts', '--reporter=list,json']
  })
}

/** A check has nothing to say unless it fails; then it counts as one failure. */
async function quiet(label, command, args) {
  const { code, output } = await step(label, () => tool(command, args, false))
  if (code === 0) return true
  console.error(tail(output, 200))
  total.failed++
  return false
}

/** Counts are those of the report; a run that broke off, or that failed with nothing counted, is one failure more. */
async function counted(label, report, command, args) {
  const file = path.join(reports, report)
  rmSync(file, { force: true })
  const { code } = await step(label, () => tool(command, args(file), true), { isTalking: true })
  const { passed, failed } = countsOf(file)
  total.passed += passed
  total.failed += code !== 0 && failed === 0 ? 1 : failed
}

function tool(command, args, live) {
  const local = path.isAbsolute(command) ? command : path.join(root, 'node_modules/.bin', command)
  return runProgram(local, args, { cwd: root, env, live })
}

function countsOf(file) {
  try {
    const report = JSON.parse(readFileSync(file, 'utf8'))
    if (report.stats === undefined) return { passed: report.numPassedTests, failed: report.numFailedTests }
    return { passed: report.stats.expected, failed: report.stats.unexpected + report.stats.flaky }
  } catch {
    return { passed: 0, failed: 0 }
  }
}
