/** The numbers of an engine that a page shows; null: it does not tell that one. */
export interface EngineMetrics {
  version: string | null
  requests: number | null
  queued: number | null
  in_flight: number | null
  idempotency_hits: number | null
  history_degraded: boolean | null
  log_lines_dropped: number | null
}

/** Reads what Prometheus reads; lines that are none of ours are passed over. */
export function engineMetrics(text: string): EngineMetrics {
  const sums = new Map<string, number>()
  let version: string | null = null
  for (const line of text.split('\n')) {
    const [, name = '', labels = '', value = ''] = /^(faucet_\w+)(\{[^}]*\})? (\S+)/.exec(line) ?? []
    if (name === 'faucet_build_info') version = /version="([^"]{1,40})"/.exec(labels)?.[1] ?? null
    const number = Number(value)
    if (name !== '' && Number.isFinite(number)) sums.set(name, (sums.get(name) ?? 0) + number)
  }
  const sum = (name: string): number | null => sums.get(`faucet_serve_${name}`) ?? null
  const degraded = sum('history_degraded')
  return {
    version,
    requests: sum('requests_total'),
    queued: sum('runs_queued'),
    in_flight: sum('runs_in_flight'),
    idempotency_hits: sum('idempotency_hits_total'),
    history_degraded: degraded === null ? null : degraded > 0,
    log_lines_dropped: sum('run_logs_dropped_total'),
  }
}
