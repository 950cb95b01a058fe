import 'server-only'
import { isJsonObject, parseJson } from '@/lib/contract/json'
import { TemplateRecord } from '@/lib/contract/records/templates'
import { readText } from '@/lib/contract/stored'
import { sha256Hex } from '@/lib/store/kit/hash'
import { readNumber } from '@/lib/store/kit/template-rows'
import type { PrismaEnv } from './env'

/** Stored results of another form than this count as none. */
const RESULT_SCHEMA = 1

/**
 * Versions whose very text once passed its tests, highest first. Null where no engine keeps results (before 1.14): there
 * nothing depends on them.
 */
export async function passedVersions({ db, shape }: PrismaEnv, id: string): Promise<number[] | null> {
  if (!(await shape.has('faucet_template_test_results'))) return null
  const results = await db.$queryRaw<{ version: string; body: string }[]>`
    SELECT version, body FROM faucet_template_test_results WHERE id = ${id}`
  const passed = new Set(
    results.flatMap(({ version, body }) => {
      const result = resultOf(body)
      return result?.passed && result.schema >= RESULT_SCHEMA ? [`${version} ${result.body_sha256}`] : []
    }),
  )
  if (passed.size === 0) return []
  const rows = await db.$queryRaw<{ version: string; body: string }[]>`
    SELECT version, body FROM faucet_templates WHERE id = ${id}`
  return rows
    .flatMap(({ version, body }) => {
      const [number, read] = [readNumber(version), readText(TemplateRecord, body)]
      return number !== null && read.ok && passed.has(`${version} ${sha256Hex(read.record.body)}`) ? [number] : []
    })
    .sort((a, b) => b - a)
}

interface Result {
  passed: boolean
  schema: number
  body_sha256: string
}

/** What counts of a stored result; one that cannot be read proves nothing. */
function resultOf(text: string): Result | null {
  try {
    const body = parseJson(text)
    if (!isJsonObject(body)) return null
    return {
      passed: body['passed'] === true,
      schema: Number(body['schema'] ?? 0),
      body_sha256: String(body['body_sha256']),
    }
  } catch {
    return null
  }
}
