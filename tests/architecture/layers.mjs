// `npm run layers`: the rules of layers.cjs over the whole tree.
import path from 'node:path'
import { checkLayers } from './cruise.mjs'
import layers from './layers.cjs'

const { broken, unread, read } = await checkLayers(path.resolve(import.meta.dirname, '../..'))
for (const { rule, from, to } of broken) {
  const why = layers.forbidden.find(({ name }) => name === rule)?.comment
  console.error(`${rule}: ${from} → ${to}${why ? `\n    ${why}` : ''}`)
}
if (unread.length > 0) console.error(`The checker did not read ${unread.length} files, ${unread[0]} among them.`)
if (broken.length + unread.length > 0) process.exit(1)
console.log(`${layers.forbidden.length} import rules hold over ${read} modules.`)
