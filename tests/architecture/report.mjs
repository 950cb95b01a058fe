// Files far above the size their kind aims for, and domains without their usual files. It informs and never fails.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')
const FAR_ABOVE = 1.5
const AIMS = [
  [/^app\/.*(page\.tsx|route\.ts)$/, 25],
  [/^lib\/services\/(?!kit\/)/, 50],
  [/^lib\/contract\/ports\//, 80],
  [/^lib\/contract\/records\//, 120],
  [/^lib\/derive\//, 100],
  [/^lib\/store\//, 250],
  [/^components\/ui\/.*\.tsx$/, 60],
  [/^components\/.*\.tsx$/, 120],
  [/^lib\/client\//, 100],
  [/\.suite\.ts$/, 250],
]
const SLUGS = 'runs leases shards audit logs catalog outputs changes tenants usage templates'.split(' ')
const USUAL = (slug) => [
  `lib/contract/records/${slug}.ts`,
  `lib/contract/ports/${slug}.ts`,
  `lib/store/memory/${slug}.ts`,
  `lib/store/prisma/${slug}.ts`,
  `prisma/models/${slug}.prisma`,
  `tests/contract/suites/${slug}.suite.ts`,
]

function* files(folder) {
  for (const entry of readdirSync(path.join(root, folder), { withFileTypes: true })) {
    const file = `${folder}/${entry.name}`
    if (entry.isDirectory()) yield* files(file)
    else if (/\.tsx?$/.test(entry.name)) yield file
  }
}

const all = ['app', 'components', 'lib', 'tests']
  .filter((each) => existsSync(path.join(root, each)))
  .flatMap((each) => [...files(each)])
const linesOf = (file) => readFileSync(path.join(root, file), 'utf8').split('\n').length
const aimOf = (file) => AIMS.find(([kind]) => kind.test(file))?.[1]

const long = all
  .map((file) => ({ file, lines: linesOf(file), aim: aimOf(file) }))
  .filter(({ lines, aim }) => aim !== undefined && lines > aim * FAR_ABOVE)
  .sort((a, b) => b.lines / b.aim - a.lines / a.aim)
console.log(`${all.length} files, ${long.length} of them far above the size of their kind`)
for (const { file, lines, aim } of long)
  console.log(`${String(lines).padStart(6)} of ${String(aim).padStart(3)}  ${file}`)

const lacking = SLUGS.flatMap(USUAL).filter((file) => !existsSync(path.join(root, file)))
console.log(lacking.length === 0 ? '\nEvery domain has its usual files.' : `\nMissing:\n  ${lacking.join('\n  ')}`)
