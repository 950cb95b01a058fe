// The import rules, asked over a tree: what is broken, and which files were never looked at.
import { existsSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { cruise } from 'dependency-cruiser'
import extractOptions from 'dependency-cruiser/config-utl/extract-depcruise-options'
import extractTsConfig from 'dependency-cruiser/config-utl/extract-ts-config'

const FOLDERS = ['app', 'components', 'lib', 'prisma']
const CONFIG = createRequire(import.meta.url).resolve('./layers.cjs')

/** @returns {Promise<{ broken: { rule: string, from: string, to: string }[], unread: string[], read: number }>} */
export async function checkLayers(root) {
  const folders = FOLDERS.filter((folder) => existsSync(path.join(root, folder)))
  const before = process.cwd()
  process.chdir(root) // the checker takes aliases from the current folder
  try {
    const options = { ...(await extractOptions(CONFIG)), baseDir: root }
    const tsConfig = extractTsConfig(path.join(root, 'tsconfig.json'))
    const { output } = await cruise(folders, options, undefined, { tsConfig })
    const read = new Set(output.modules.map((module) => module.source))
    return {
      broken: output.summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to })),
      // A compiler that the checker cannot use makes it read nothing and find everything in order.
      unread: folders.flatMap((folder) => [...sources(root, folder)]).filter((file) => !read.has(file)),
      read: read.size,
    }
  } finally {
    process.chdir(before)
  }
}

function* sources(root, folder) {
  for (const entry of readdirSync(path.join(root, folder), { withFileTypes: true })) {
    const file = `${folder}/${entry.name}`
    if (entry.isDirectory() && !entry.name.startsWith('.')) yield* sources(root, file)
    else if (/(?<!\.d)\.(ts|tsx|mjs)$/.test(entry.name)) yield file
  }
}
