import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import type { DatabaseUrl } from '@/lib/store/prisma/url'

/** One empty database that several clients, or several processes, open. */
export interface Place {
  kind: 'sqlite' | 'postgres'
  url: DatabaseUrl
  more: { searchPath?: string }
  clear(): Promise<void>
}

let places = 0
export async function aPlace(kind: Place['kind']): Promise<Place> {
  if (kind === 'sqlite') {
    const folder = mkdtempSync(path.join(tmpdir(), 'place-'))
    return {
      kind,
      url: { kind, file: path.join(folder, 'history.db'), readonly: false },
      more: {},
      clear: async () => rmSync(folder, { recursive: true, force: true }),
    }
  }
  const url = inject('postgresUrl')
  const searchPath = `p${process.pid}_${++places}`
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  await admin.query(`CREATE SCHEMA ${searchPath}`)
  return {
    kind,
    url: { kind, url },
    more: { searchPath },
    async clear() {
      await admin.query(`DROP SCHEMA ${searchPath} CASCADE`)
      await admin.end()
    },
  }
}
