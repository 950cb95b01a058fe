#!/usr/bin/env node
// `npm run up`: from a fresh clone, or from whatever is built already, to a console that answers.
import { parseArgs } from 'node:util'
import { checkNode, prepare, root } from './prepare.mjs'
import { main, Stop } from './progress.mjs'
import { planStart, serve } from './serve.mjs'

await main(async () => {
  const { demo } = options(process.argv.slice(2))
  checkNode()
  const plan = await planStart({ root, demo })
  await prepare({ build: true, actionsKey: plan.settings['NEXT_SERVER_ACTIONS_ENCRYPTION_KEY'] })
  await serve({ root, plan })
})

function options(args) {
  try {
    return parseArgs({ args, options: { demo: { type: 'boolean', default: false } } }).values
  } catch {
    throw new Stop(`There is one option, --demo (npm run up -- --demo); "${args.join(' ')}" is not it.`)
  }
}
