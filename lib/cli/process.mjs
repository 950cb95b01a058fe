// One of several processes behind one port: everything it needs is in its environment already.
import { root } from './prepare.mjs'
import { holdOutput, listen } from './serve.mjs'

const output = holdOutput()
await listen({ root })
output.release()
