import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { ENGINE_TABLES } from '@/lib/store/kit/engine-tables'

interface Table {
  /** Column → may it be null? */
  columns: Record<string, boolean>
  key: string[]
}

describe('the models of prisma/models', () => {
  const { tables, indexes } = fromStatements(ENGINE_TABLES)
  const models = fromModels()

  it('are the 27 tables of an engine, column by column', () => {
    expect(Object.keys(tables)).toHaveLength(27)
    expect(models.tables).toEqual(tables)
  })

  it('name the 13 indexes of an engine', () => {
    expect(Object.keys(indexes)).toHaveLength(13)
    expect(models.indexes).toEqual(indexes)
  })
})

function fromStatements(statements: readonly string[]) {
  const tables: Record<string, Table> = {}
  const indexes: Record<string, string> = {}
  for (const statement of statements) {
    const [, name, inside] = /^CREATE TABLE IF NOT EXISTS (\S+) \((.*)\)$/.exec(statement) ?? []
    if (name !== undefined && inside !== undefined) tables[name] = tableOf(inside)
    const [, index, table, columns] = /^CREATE INDEX IF NOT EXISTS (\S+) ON (\S+) \((.*)\)$/.exec(statement) ?? []
    if (index !== undefined) indexes[index] = `${table}(${columns})`
  }
  return { tables, indexes }
}

function tableOf(inside: string): Table {
  const [, listed, composite] = /^(.*?)(?:, PRIMARY KEY \((.*)\))?$/.exec(inside) ?? []
  const columns: Record<string, boolean> = {}
  const key = composite?.split(', ') ?? []
  for (const column of (listed ?? '').split(', ')) {
    const [name = ''] = column.split(' ')
    if (column.includes('PRIMARY KEY')) key.push(name)
    columns[name] = !/NOT NULL|PRIMARY KEY/.test(column)
  }
  return { columns, key }
}

function fromModels() {
  const folder = path.resolve(import.meta.dirname, '../../../prisma/models')
  const text = readdirSync(folder)
    .map((file) => readFileSync(path.join(folder, file), 'utf8'))
    .join('\n')
  const tables: Record<string, Table> = {}
  const indexes: Record<string, string> = {}
  for (const [, body = ''] of text.matchAll(/^model \w+ \{\n([^}]*)\}/gm)) {
    const name = /@@map\("(\w+)"\)/.exec(body)?.[1] ?? ''
    const fields = [...body.matchAll(/^ {2}(\w+) +(String\??)( +@id)?/gm)]
    const composite = /@@id\(\[([^\]]+)\]/.exec(body)?.[1]?.split(', ')
    tables[name] = {
      columns: Object.fromEntries(fields.map(([, column, type]) => [column, type === 'String?'])),
      key: composite ?? fields.filter(([, , , id]) => id !== undefined).map(([, column]) => column ?? ''),
    }
    for (const [, columns, index] of body.matchAll(/@@index\(\[([^\]]+)\], map: "(\w+)"\)/g)) {
      indexes[index ?? ''] = `${name}(${columns})`
    }
  }
  return { tables, indexes }
}
