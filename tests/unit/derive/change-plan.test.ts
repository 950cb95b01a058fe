import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  deleteMaterial,
  deprecateMaterial,
  launchMaterial,
  launchPlan,
  materialDiff,
  planChanged,
  registerMaterial,
  rowsMaterial,
  runMaterial,
} from '@/lib/derive/change-plan'
import { NEWEST } from '@/lib/derive/template-select'
import { assembleTemplateState } from '@/lib/derive/template-state'
import { deepFreeze } from '../../support/freeze'

const sha256 = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex')

const row = (more: object = {}) =>
  deepFreeze({
    row: 'default',
    source: 'postgres',
    sink: 'bigquery',
    write_mode: 'append',
    delivery_guarantee: 'at_least_once',
    transforms: ['rename'],
    quality: false,
    contract: false,
    masking: true,
    schema_drift: null,
    ...more,
  })

describe('the material of a plan', () => {
  it('hashes rows with their members by name, or as declared', () => {
    expect(rowsMaterial([row()], sha256)).toBe('f1673648c8abc76251d5b7e3dc41809c1465f5d6c5ae1ae3c876f3562d7e90b7')
    expect(rowsMaterial([row()], sha256, 'declared')).toBe(
      '47de14b079c22e149183e4b2d216d5d4bdc62f2aca6c56cfa9104471fe1271f1',
    )
    const other = { row: 'r', source: 'csv', sink: 'jsonl', write_mode: 'append', delivery_guarantee: 'AtLeastOnce' }
    const rest = { transforms: ['flatten'], quality: false, contract: false, masking: false }
    expect(rowsMaterial([{ ...rest, ...other }], sha256)).toBe(
      '29446e5c11bd2da28059922ca5b629cf007c82f5262b596e50fef9a22eb7f050',
    )
    expect(rowsMaterial([{ ...rest, ...other }], sha256, 'declared')).toBe(
      '38f1c1ea95af0722655364749c7728e5b7578f08a45a612e76fcb14d8eece7a3',
    )
    expect(rowsMaterial([], sha256)).toBe('4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945')
  })

  it('leaves out what tells about the world, not about the proposal', () => {
    const world = { sink_probe: 'ok', impact: {}, policy: {}, lineage: ['Identity'], sample: [1] }
    expect(rowsMaterial([row(world)], sha256)).toBe(rowsMaterial([row()], sha256))
  })

  it('counts the selection of a run', () => {
    const rows = rowsMaterial([row()], sha256)
    expect(runMaterial(rows, null, sha256)).toBe(rows)
    expect(runMaterial(rows, 'select=contacts', sha256)).toBe(
      '92535ea583f73e2dc94c5defb6c48593e4e467964c199992323e6a980069380a',
    )
  })

  it('of a launch names the version and what it replaces', () => {
    expect(launchMaterial('orders', 3, 1, sha256)).toBe(
      '53028589653c2bd551b16821a7fbe9af638fb121ec37ee5a43d9d9671a569683',
    )
    expect(launchMaterial('orders', 1, null, sha256)).toBe(
      '71a2097111ccf05be05afb5b7c43844ccaafbc7f8104173b7df12e6963b987b5',
    )
    expect(launchMaterial('tpl', 1, null, sha256)).toBe(
      '593f1c9e41c5c918c8f8148128cf14fc71d88a8d333a53012ea0ba2225a321d8',
    )
    expect(launchMaterial('tpl', 3, 2, sha256)).toBe('2c06d84c73786a516565f2541ae552e0f8e6e01c020716ef49fce1f98426ac56')
    expect(launchMaterial('orders', 3, 1, sha256, { body: 'version: 1\n' })).toBe(
      '7e590ac376b8da06dad40c9bf220beb0fbb2a370b3d5c303e4839b4dc869d7be',
    )
  })

  it('of a removal and of a deprecation is that of later engines', () => {
    expect(deleteMaterial('orders', [3], 1, sha256)).toBe(
      '0d2feff7047675afadfee4cf4b8c23b091f4e9d0208b3fc49110e67aab911710',
    )
    expect(deprecateMaterial({ id: 'orders', version: 2, undo: false, deprecated: false }, sha256)).toBe(
      '676a2f65b5a77a49feedcba701c48d7a99bb50d8412ba79d866ae9c6cb5f1254',
    )
    expect(deleteMaterial('o', [3, 2], null, (text) => text)).toBe('delete\no\n[3, 2]\nNone')
  })

  it('of a registration counts kind, text, launch and rows', () => {
    const plain = (text: string) => `<${text}>`
    expect(registerMaterial({ id: 'o', kind: 'pipeline', config: 'c', launch: true, rows: 'R' }, plain)).toBe(
      '<o\npipeline\n<c>\ntrue\nR>',
    )
  })
})

describe('the plan of a launch', () => {
  it('says what is replaced, members by name', () => {
    const state = assembleTemplateState([3, 1], [{ seq: 1, version: 1, launched_at: '' as never }], [], null, [])
    const plan = launchPlan({ id: 'orders', version: 3, selector: NEWEST, state }, sha256)
    expect(plan.material).toBe('53028589653c2bd551b16821a7fbe9af638fb121ec37ee5a43d9d9671a569683')
    expect(JSON.stringify(plan.summary)).toBe(
      '{"selector":"newest","stable_before":1,"status_before":"launched","target_version":3,"template":"orders"}',
    )
  })
})

describe('what differs between two plans', () => {
  it('is told row by row and field by field', () => {
    expect(materialDiff([row()], [row({ write_mode: 'upsert' })])).toEqual([
      'row `default`: write_mode was "append" and is now "upsert"',
    ])
    expect(materialDiff([row(), row({ row: 'gone' })], [row({ row: 'new' }), row()])).toEqual([
      'row `gone` is gone',
      'row `new` is new',
    ])
    expect(materialDiff([row()], [row({ masking: false, source: 'mysql', transforms: [] })])).toEqual([
      'row `default`: source was "postgres" and is now "mysql"',
      'row `default`: transforms was ["rename"] and is now []',
      'row `default`: masking was true and is now false',
    ])
  })

  it('is nothing when only the world differs, or the order of members', () => {
    expect(
      materialDiff([row({ schema_drift: { a: 1, b: 2 } })], [row({ schema_drift: { b: 2, a: 1 }, impact: 1 })]),
    ).toEqual([])
  })

  it('tells a missing member from null', () => {
    expect(materialDiff([{ row: 'r' }], [{ row: 'r', quality: null }])).toEqual([
      'row `r`: quality was  and is now null',
    ])
  })

  it('makes the error of an invalidated request, by rows or else by summaries', () => {
    const before = { material: 'a', rows: [row()], summary: { b: 1, a: 2 } }
    expect(planChanged(before, { material: 'b', rows: [row({ sink: 's3' })], summary: {} })).toBe(
      'the plan changed since approval: row `default`: sink was "bigquery" and is now "s3"',
    )
    expect(planChanged(before, { material: 'b', rows: [row()], summary: { a: 3 } })).toBe(
      'the plan changed since approval ({"a":2,"b":1} → {"a":3})',
    )
    expect(planChanged(before, { material: 'a', summary: {} })).toBeNull()
    expect(planChanged(undefined, { material: 'b', summary: {} })).toBeNull()
  })
})
