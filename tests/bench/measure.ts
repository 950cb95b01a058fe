import http from 'node:http'
import autocannon from 'autocannon'

export interface Timing {
  p50: number
  p99: number
  status: number
  bytes: number
}

/** Milliseconds of `count` requests one after the other on one kept connection, after a warm-up. */
export async function oneByOne(url: string, headers: Record<string, string>, count = 200): Promise<Timing> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  try {
    let last = { status: 0, bytes: 0 }
    for (let warm = 0; warm < Math.min(30, count); warm++) last = await get(url, headers, agent)
    const times: number[] = []
    for (let at = 0; at < count; at++) {
      const start = performance.now()
      last = await get(url, headers, agent)
      times.push(performance.now() - start)
    }
    times.sort((a, b) => a - b)
    return { p50: quantile(times, 0.5), p99: quantile(times, 0.99), ...last }
  } finally {
    agent.destroy()
  }
}

/** Requests per second with that many connections. */
export async function throughput(url: string, headers: Record<string, string>, connections = 10, seconds = 8) {
  await autocannon({ url, headers, connections, duration: 5 })
  const { requests, latency, non2xx } = await autocannon({ url, headers, connections, duration: seconds })
  return { perSecond: requests.average, p50: latency.p50, p99: latency.p99, non2xx }
}

const quantile = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

function get(
  url: string,
  headers: Record<string, string>,
  agent: http.Agent,
): Promise<{ status: number; bytes: number }> {
  return new Promise((resolve, reject) => {
    http
      .get(url, { headers, agent }, (response) => {
        let bytes = 0
        response.on('data', (chunk: Buffer) => (bytes += chunk.length))
        response.on('end', () => resolve({ status: response.statusCode ?? 0, bytes }))
        response.on('error', reject)
      })
      .on('error', reject)
  })
}
