import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { byEdgeOrder, lineageSlice, splitEdges } from '@/lib/derive/lineage'
import { deepFreeze } from '../../support/freeze'

/** `a>b` as an edge. */
const graph = (...texts: string[]) =>
  deepFreeze(texts.map((text) => ({ src_id: text.slice(0, 1), dst_id: text.slice(2), last_seen: '' })))
const texts = (edges: readonly { src_id: string; dst_id: string }[]) =>
  edges.map((edge) => `${edge.src_id}>${edge.dst_id}`)
const slice = (edges: readonly string[], root: string | null, depth: number) =>
  texts(lineageSlice(graph(...edges), root, depth))

const CHAIN = ['a>b', 'b>c', 'c>d', 'x>y']

describe('a slice of the lineage', () => {
  it.each<[root: string | null, depth: number, expected: string[]]>([
    ['b', 1, ['a>b', 'b>c']],
    ['b', 0, ['a>b', 'b>c']],
    ['b', -5, ['a>b', 'b>c']],
    ['b', 2, ['a>b', 'b>c', 'c>d']],
    ['b', 4294967295, ['a>b', 'b>c', 'c>d']],
    ['d', 1, ['c>d']],
    [null, 1, CHAIN],
    ['z', 5, []],
  ])('from %s, %i hops, of a chain', (root, depth, expected) => {
    expect(slice(CHAIN, root, depth)).toEqual(expected)
  })

  it('leaves out the edge between two nodes of the outermost ring', () => {
    const triangle = ['a>b', 'a>c', 'b>c']
    expect(slice(triangle, 'a', 1)).toEqual(['a>b', 'a>c'])
    expect(slice(triangle, 'a', 2)).toEqual(triangle)
  })

  it('ends in cycles and at loops', () => {
    expect(slice(['a>b', 'b>c', 'c>a'], 'a', 32)).toEqual(['a>b', 'b>c', 'c>a'])
    expect(slice(['a>a', 'b>b', 'a>b'], 'a', 1)).toEqual(['a>a', 'a>b'])
    expect(slice(['a>a', 'b>b', 'a>b'], 'a', 2)).toEqual(['a>a', 'b>b', 'a>b'])
    expect(slice(['a>a'], 'a', 9)).toEqual(['a>a'])
  })

  it('keeps the order it was given', () => {
    expect(slice(['c>d', 'x>y', 'b>c', 'a>b'], 'b', 5)).toEqual(['c>d', 'b>c', 'a>b'])
  })

  it('holds exactly the edges with an end less than `depth` hops away', () => {
    const node = fc.constantFrom(...'abcdefg')
    const anEdge = fc.tuple(node, node).map(([from, to]) => `${from}>${to}`)
    fc.assert(
      fc.property(
        fc.uniqueArray(anEdge, { maxLength: 14 }),
        node,
        fc.integer({ min: 1, max: 8 }),
        (edges, root, depth) => {
          const away = hopsFrom(root, edges)
          const near = (id: string) => (away.get(id) ?? Number.POSITIVE_INFINITY) < depth
          expect(slice(edges, root, depth)).toEqual(
            edges.filter((edge) => near(edge.slice(0, 1)) || near(edge.slice(2))),
          )
        },
      ),
    )
  })
})

/** How many hops each node is away, by relaxing every edge until nothing changes. */
function hopsFrom(root: string, edges: readonly string[]): ReadonlyMap<string, number> {
  const away = new Map([[root, 0]])
  for (let round = 0; round <= edges.length; round++) {
    for (const edge of edges) {
      for (const [from, to] of [
        [edge.slice(0, 1), edge.slice(2)],
        [edge.slice(2), edge.slice(0, 1)],
      ] as const) {
        const hops = (away.get(from) ?? Number.POSITIVE_INFINITY) + 1
        if (hops < (away.get(to) ?? Number.POSITIVE_INFINITY)) away.set(to, hops)
      }
    }
  }
  return away
}

describe('the order of edges', () => {
  it('is latest activity, then source, then sink, by code unit', () => {
    const edge = (last_seen: string, src_id: string, dst_id: string) => ({ last_seen, src_id, dst_id })
    const sorted = [
      edge('2', 'z', 'z'),
      edge('1', 'B', 'x'),
      edge('1', '_', 'x'),
      edge('1', 'a', 'B'),
      edge('1', 'a', 'a'),
    ]
    expect([...sorted].reverse().sort(byEdgeOrder)).toEqual(sorted)
  })
})

describe('the edges of one dataset', () => {
  it('are split by direction, its own loop downstream only', () => {
    const { upstream, downstream } = splitEdges(graph('m>a', 'z>m', 'm>m', 'b>m', 'x>y'), 'm')
    expect(texts(downstream)).toEqual(['m>a', 'm>m'])
    expect(texts(upstream)).toEqual(['z>m', 'b>m'])
  })
})
