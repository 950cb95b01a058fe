import { describe, expect, it } from 'vitest'
import type { CatalogAnnotation, CatalogConsumer, CatalogUpdate, ObservedDataset } from '@/lib/contract/records/catalog'
import { applyAnnotation, applyEdge, applyObservation, catalogPipeline } from '@/lib/derive/catalog-fold'
import { aDataset, anUpdate, schemaOf, second, sink, source } from '../../support/catalog'
import { deepFreeze } from '../../support/freeze'

const seen = (more: Partial<ObservedDataset> = {}): ObservedDataset =>
  deepFreeze({ id: 'a', observation: source('csv://a'), schemaHash: null, ...more })
const run = deepFreeze({ run_id: 'run-2', pipeline: 'p2', recorded_at: second(9) })

describe('an observation of a dataset', () => {
  it('makes a dataset at first sight, with the members in the order of the record', () => {
    const { dataset, version } = applyObservation(null, seen(), run)
    expect(JSON.stringify(dataset)).toBe(
      JSON.stringify({
        id: 'a',
        uri: 'csv://a',
        kind: 'csv',
        roles: ['source'],
        first_seen: second(9),
        last_seen: second(9),
        last_success: second(9),
        last_run_id: 'run-2',
        pipeline: 'p2',
        last_records: 10,
        total_records: 10,
        runs: 1,
        schema_versions: 0,
      }),
    )
    expect(version).toBeNull()
  })

  it('unites and sorts the roles, and leaves the list alone when it holds the role', () => {
    const before = deepFreeze(aDataset({ roles: ['source'] }))
    expect(applyObservation(before, seen({ observation: sink('csv://a') }), run).dataset.roles).toEqual([
      'sink',
      'source',
    ])
    expect(applyObservation(before, seen(), run).dataset.roles).toBe(before.roles)
  })

  it('adds up to the last unit and stops at the largest 64-bit number', () => {
    const observed = (records: number | bigint) => seen({ observation: source('csv://a', { records }) })
    const sum = (before: number | bigint, records: number | bigint) =>
      applyObservation(aDataset({ total_records: before }), observed(records), run).dataset.total_records
    expect(sum(1, 2)).toBe(3)
    expect(sum(9007199254740991, 2)).toBe(9007199254740993n)
    expect(sum(18446744073709551614n, 2)).toBe(18446744073709551615n)
  })

  it('takes times and names as they are told, even an earlier one', () => {
    const before = aDataset({ last_seen: second(50), first_seen: second(40) })
    expect(applyObservation(before, seen(), run).dataset).toMatchObject({
      first_seen: second(40),
      last_seen: second(9),
      last_success: second(9),
      last_run_id: 'run-2',
      pipeline: 'p2',
    })
  })

  it('makes a version for another hash only, and compares with the schema before', () => {
    const schema = schemaOf({ id: 'integer' })
    const observed = seen({ observation: source('csv://a', { schema }), schemaHash: 'h1' })
    const first = applyObservation(deepFreeze(aDataset()), observed, run)
    expect(first.version).toEqual({
      dataset_id: 'a',
      version: 1,
      recorded_at: second(9),
      run_id: 'run-2',
      schema,
      schema_hash: 'h1',
    })
    expect(first.dataset).toMatchObject({ schema_versions: 1, current_schema: schema, current_schema_hash: 'h1' })
    expect(applyObservation(deepFreeze(first.dataset), observed, run).version).toBeNull()

    const wider = schemaOf({ id: 'number' })
    const next = applyObservation(
      first.dataset,
      seen({ observation: source('csv://a', { schema: wider }), schemaHash: 'h2' }),
      run,
    )
    expect(next.version).toMatchObject({ version: 2, diff: { widened: [{ column: 'id' }] } })
    const back = applyObservation(next.dataset, observed, run)
    expect(back.version).toMatchObject({ version: 3, schema_hash: 'h1' })
    expect(back.version).not.toHaveProperty('diff')
  })

  it('keeps the schema when nothing was sampled', () => {
    const before = aDataset({ schema_versions: 3, current_schema: { a: 1 }, current_schema_hash: 'h' })
    const { dataset, version } = applyObservation(before, seen(), run)
    expect(version).toBeNull()
    expect(dataset).toMatchObject({ schema_versions: 3, current_schema: { a: 1 }, current_schema_hash: 'h' })
  })

  it('keeps owners, consumers and members it does not know', () => {
    const before = deepFreeze({ ...aDataset({ owners: ['me'], consumers: [consumer('bi')] }), future: [1] })
    expect(applyObservation(before, seen(), run).dataset).toMatchObject({
      owners: ['me'],
      consumers: [consumer('bi')],
      future: [1],
    })
  })
})

describe('a run along an edge', () => {
  const how = (opaqueClears: boolean) => ({ sinkId: 'b', opaqueClears })
  const edge = (update: CatalogUpdate, from = seen()) => applyEdge(null, deepFreeze(update), from, how(false))

  it('carries what the sink wrote when there is one source, else what its own source gave', () => {
    const update = anUpdate({ sink: sink('file://b', { records: 7 }) })
    expect(edge(update).last_records).toBe(7)
    const merge = { ...update, sources: [source('csv://a'), source('csv://c')] }
    expect(edge(merge, seen({ observation: source('csv://c', { records: 4 }) })).last_records).toBe(4)
  })

  it('starts at its first run and counts from there', () => {
    const first = deepFreeze(edge(anUpdate()))
    expect(first).toEqual({
      src_id: 'a',
      dst_id: 'b',
      src_uri: 'csv://a',
      dst_uri: 'file://b',
      pipeline: 'orders',
      row: 'row-0',
      first_seen: second(0),
      last_seen: second(0),
      last_run_id: 'run-1',
      runs: 1,
      last_records: 10,
    })
    const again = anUpdate({ run_id: 'run-2', row: 'r', pipeline: 'p', recorded_at: second(3) })
    expect(applyEdge(first, again, seen(), how(false))).toEqual({
      ...first,
      pipeline: 'p',
      row: 'r',
      last_seen: second(3),
      last_run_id: 'run-2',
      runs: 2,
    })
  })

  it('keeps its column lineage through an opaque run, or loses it as later engines have it', () => {
    const lineage = { fields: { id: ['id'] } }
    const before = deepFreeze(edge(anUpdate({ column_lineage: lineage })))
    expect(before.column_lineage).toEqual(lineage)
    expect(applyEdge(before, anUpdate(), seen(), how(false)).column_lineage).toBe(before.column_lineage)
    expect(applyEdge(before, anUpdate(), seen(), how(true))).not.toHaveProperty('column_lineage')
    const newer = anUpdate({ column_lineage: { fields: {} } })
    for (const opaqueClears of [true, false]) {
      expect(applyEdge(before, newer, seen(), how(opaqueClears)).column_lineage).toEqual({ fields: {} })
    }
  })
})

const consumer = (name: string, more: Partial<CatalogConsumer> = {}): CatalogConsumer => ({
  name,
  registered_by: 'ops',
  registered_at: second(0),
  ...more,
})

describe('an annotation', () => {
  const annotated = (before: Parameters<typeof aDataset>[0], more: Partial<CatalogAnnotation>) => {
    const annotation = deepFreeze({ consumers: [], replace_consumers: false, ...more })
    const { owners, consumers } = applyAnnotation(deepFreeze(aDataset(before)), annotation)
    return { owners, consumers: consumers?.map(({ name, kind }) => (kind === undefined ? name : `${name}'`)) }
  }
  const both = { consumers: [consumer('bi'), consumer('ml')] }
  const again = [consumer('ml', { kind: 'model' })]

  it('puts consumers in by name: in place, else behind', () => {
    expect(annotated(both, { consumers: again }).consumers).toEqual(['bi', "ml'"])
    expect(annotated(both, { consumers: [consumer('new'), consumer('bi', { kind: 'x' })] }).consumers).toEqual([
      "bi'",
      'ml',
      'new',
    ])
  })

  it('first drops those not named, when told to', () => {
    expect(annotated(both, { consumers: again, replace_consumers: true }).consumers).toEqual(["ml'"])
    expect(annotated(both, { replace_consumers: true }).consumers).toBeUndefined()
  })

  it('trims owners, drops blanks and a name that follows itself', () => {
    expect(annotated({}, { owners: ['a', ' a ', '', 'b'] }).owners).toEqual(['a', 'b'])
    expect(annotated({}, { owners: ['a', 'b', 'a'] }).owners).toEqual(['a', 'b', 'a'])
    expect(annotated({}, { owners: ['a', ' ', 'a'] }).owners).toEqual(['a'])
    expect(annotated({}, { owners: ['\u0085a\u3000', '\ufeffa'] }).owners).toEqual(['a', '\ufeffa'])
  })

  it('replaces owners when given, clears them with an empty list, else keeps them', () => {
    expect(annotated({ owners: ['x'] }, { owners: ['y'] }).owners).toEqual(['y'])
    expect(annotated({ owners: ['x'] }, { owners: [] }).owners).toBeUndefined()
    expect(annotated({ owners: ['x'] }, {}).owners).toEqual(['x'])
  })

  it('leaves lists that it does not touch the very same', () => {
    const before = deepFreeze(aDataset({ owners: ['x'], consumers: [consumer('bi')] }))
    const after = applyAnnotation(before, { consumers: [], replace_consumers: false })
    expect([after.owners, after.consumers]).toEqual([before.owners, before.consumers])
    expect(after.owners === before.owners && after.consumers === before.consumers).toBe(true)
  })
})

describe('the pipeline name of catalog rows', () => {
  it('is bare in 1.13.1, and carries the tenant from 1.13.3 on', () => {
    expect(catalogPipeline('orders', { tenant: 'acme', prefixed: false })).toBe('orders')
    expect(catalogPipeline('orders', { tenant: 'acme', prefixed: true })).toBe('acme::orders')
    expect(catalogPipeline('orders', { tenant: null, prefixed: true })).toBe('orders')
  })
})
