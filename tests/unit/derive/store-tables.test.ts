import { expect, it } from 'vitest'
import { missingTables, stampWords, TABLE_PURPOSES } from '@/lib/derive/store-tables'
import { ENGINE_TABLE_NAMES } from '@/lib/store/kit/engine-tables'

it('has a word for every table of an engine, and for no other', () => {
  expect(Object.keys(TABLE_PURPOSES)).toEqual([...ENGINE_TABLE_NAMES])
})

it('names what a store lacks, and minds no table beyond', () => {
  expect(missingTables(TABLE_PURPOSES)).toEqual([])
  const { faucet_usage: _, ...rest } = TABLE_PURPOSES
  expect(missingTables({ ...rest, faucet_serve_schema: [] })).toEqual(['faucet_usage'])
})

it('says which engine a stamp is of', () => {
  expect(stampWords(null)).toMatch(/^none/)
  expect(stampWords(8)).toContain('1.17')
  expect(stampWords(9)).toContain('newer')
})
