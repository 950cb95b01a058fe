#!/usr/bin/env node
// `npm start`: what is built, as it is.
import { checkNode, root } from './prepare.mjs'
import { main } from './progress.mjs'
import { planStart, serve } from './serve.mjs'

await main(async () => {
  checkNode()
  await serve({ root, plan: await planStart({ root, demo: false }) })
})
