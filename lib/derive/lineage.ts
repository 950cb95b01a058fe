/** The two ends of an edge. */
export interface EdgeEnds {
  src_id: string
  dst_id: string
}

/** Latest activity first, then by ends: the order of every list of edges. `last_seen` is the column's text. */
export function byEdgeOrder(a: EdgeEnds & { last_seen: string }, b: EdgeEnds & { last_seen: string }): number {
  return order(b.last_seen, a.last_seen) || order(a.src_id, b.src_id) || order(a.dst_id, b.dst_id)
}

const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/**
 * The edges within `depth` hops of `root`, both directions, in the order given; at least one hop. No root: all of them.
 * A hop takes the edges that touch what the hop before reached, so an edge between two nodes of the outermost ring is
 * left out.
 */
export function lineageSlice<E extends EdgeEnds>(edges: readonly E[], root: string | null, depth: number): E[] {
  if (root === null) return [...edges]
  const kept = new Set<E>()
  const reached = new Set([root])
  let frontier: ReadonlySet<string> = new Set([root])
  for (let hop = 0; hop < Math.max(1, depth) && frontier.size > 0; hop++) {
    const next = new Set<string>()
    for (const edge of edges) {
      if (kept.has(edge) || !(frontier.has(edge.src_id) || frontier.has(edge.dst_id))) continue
      kept.add(edge)
      for (const id of [edge.src_id, edge.dst_id]) {
        if (reached.has(id)) continue
        reached.add(id)
        next.add(id)
      }
    }
    frontier = next
  }
  return edges.filter((edge) => kept.has(edge))
}

/** The edges of one dataset by direction. An edge from it to itself is downstream only. */
export function splitEdges<E extends EdgeEnds>(edges: readonly E[], id: string): { upstream: E[]; downstream: E[] } {
  return {
    upstream: edges.filter((edge) => edge.dst_id === id && edge.src_id !== id),
    downstream: edges.filter((edge) => edge.src_id === id),
  }
}
