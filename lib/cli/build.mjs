// `npm run build`: the slow steps of `npm run up`, without the start.
import { checkNode, prepare } from './prepare.mjs'
import { main } from './progress.mjs'

await main(async () => {
  checkNode()
  await prepare({ build: true })
})
