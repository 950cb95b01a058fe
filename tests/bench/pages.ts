import { gzipSync } from 'node:zlib'
import { oneByOne } from './measure'
import type { Served } from './server'

const GOALS: readonly [path: string, goal: string][] = [
  ['/', '≤ 150'],
  ['/runs', '≤ 60'],
  ['/pipelines', ''],
]
const HTML = { accept: 'text/html' }
const KB = 1_024

/** Whole pages from the server, with what they show; the console must let everybody in. */
export async function measurePages(served: Served, say: (line: string) => void): Promise<void> {
  say('\npages, with their data            p50 ms    p99 ms      KB  goal')
  for (const [path, goal] of GOALS) {
    const { p50, p99, bytes, status } = await oneByOne(served.base + path, HTML, 60)
    const wrong = status === 200 ? '' : `  status ${status}`
    say(
      `${path.padEnd(30)} ${p50.toFixed(1).padStart(9)} ${p99.toFixed(1).padStart(9)} ${(bytes / KB).toFixed(0).padStart(7)}  ${goal}${wrong}`,
    )
  }
  say(`scripts of /runs: ${((await scriptBytes(served, '/runs')) / KB).toFixed(0)} KB gzipped (goal < 250)`)
}

/** What a browser loads of scripts before anybody has done anything, as gzip would send it. */
async function scriptBytes(served: Served, path: string): Promise<number> {
  const html = await (await fetch(served.base + path, { headers: HTML })).text()
  const sources = new Set([...html.matchAll(/<script[^>]+src="([^"]+\.js[^"]*)"/g)].map(([, source]) => source ?? ''))
  let bytes = 0
  for (const source of sources) {
    // Only browsers that know no modules load it.
    if (html.includes(`src="${source}" noModule`)) continue
    const script = await fetch(new URL(source, served.base))
    bytes += gzipSync(Buffer.from(await script.arrayBuffer())).byteLength
  }
  return bytes
}
