import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const folder = path.resolve(import.meta.dirname, '../../../lib/store/prisma')
const sources = readdirSync(folder)
  .filter((name) => name.endsWith('.ts'))
  .map((name) => ({ name, text: withoutComments(readFileSync(path.join(folder, name), 'utf8')) }))

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(?<=^|\s)\/\/.*$/gm, '')
}

/** Where a pattern occurs, as `file: what`. */
const found = (pattern: RegExp, except: readonly string[] = []): string[] =>
  sources
    .filter(({ name }) => !except.includes(name))
    .flatMap(({ name, text }) => (text.match(new RegExp(pattern, 'gim')) ?? []).map((hit) => `${name}: ${hit.trim()}`))

describe('the statements of the shared store', () => {
  it('are all there to be looked at', () => {
    expect(sources.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['runs.ts', 'leases.ts', 'shards.ts', 'changes.ts', 'catalog.ts', 'templates.ts']),
    )
    expect(found(/\$(?:queryRaw|executeRaw)/).length).toBeGreaterThan(50)
  })

  it('hold no transaction open while anything is awaited: batches only', () => {
    expect(found(/\$transaction\(\s*(?:async\b|\(|function|[a-z]+ =>).{0,40}/)).toEqual([])
    expect(found(/\bFOR (?:NO KEY )?UPDATE\b|SKIP LOCKED|pg_(?:try_)?advisory|LOCK TABLE/)).toEqual([])
  })

  it('go through no model by a bare key: conditions stand in the statement', () => {
    expect(found(/\bdb\.[a-z]\w*\.(?:create|update|upsert|delete|find|count|aggregate|groupBy)\w*\(/)).toEqual([])
    expect(found(/skipDuplicates/)).toEqual([])
  })

  it('take no text from outside into the statement itself', () => {
    expect(found(/\$\w+Unsafe\(/, ['shape.ts'])).toEqual([])
    expect(sources.find(({ name }) => name === 'shape.ts')?.text.match(/\$\w+Unsafe\([^)]*\)/g)).toEqual([
      '$executeRawUnsafe(statement)',
    ])
  })

  it('never ask the database what time it is', () => {
    expect(found(/(?<!clock\.|performance\.|Date\.|\w)now\(\)|CURRENT_TIME|datetime\(|strftime\(/)).toEqual([])
  })

  it('change no table of an engine and put no view in its place', () => {
    expect(found(/\b(?:ALTER|DROP|TRUNCATE)\s+TABLE|CREATE\s+(?:OR REPLACE )?(?:VIEW|TRIGGER)|VACUUM/)).toEqual([])
    expect(
      found(/(?:INSERT INTO|UPDATE|DELETE FROM) faucet_serve_(?:schema|log_ship|log_writers|trigger_edges)/),
    ).toEqual([])
  })

  it('read no JSON inside the database: one broken body would fail the whole question', () => {
    expect(found(/body\s*::|json_(?:extract|each|valid)|jsonb|->>/)).toEqual([])
  })

  it('cast no column to a number: on Postgres one odd value would fail the whole question', () => {
    expect(found(/CAST\((?!COUNT|SUM|rowid)[^)]* AS (?:BIGINT|INTEGER|NUMERIC)\)/)).toEqual([
      // Behind a condition that lets nothing but digits through.
      'run-where.ts: CAST(${whole} AS BIGINT)',
    ])
  })

  it('write members of a cluster in one place: the heartbeat of one who is asked to beat', () => {
    expect(found(/(?:INSERT INTO|UPDATE) faucet_serve_instance(?:s|_caps)\b/)).toEqual([
      'leases.ts: INSERT INTO faucet_serve_instances',
      'leases.ts: INSERT INTO faucet_serve_instance_caps',
    ])
  })
})
