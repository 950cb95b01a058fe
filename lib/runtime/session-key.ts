import 'server-only'
import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Env } from './env'
import { StartFailure } from './start-failure'

const SHORTEST = 32

/**
 * The key that seals session cookies: from the environment, else from a file (`npm run up` makes one in `./data`), never
 * from the database, where whoever reads it could sign in. With neither, sessions last as long as the process.
 */
export function sessionKey({ sessionKey: given, sessionKeyFile }: Env): Uint8Array {
  const [text, where] =
    given !== null
      ? [given, 'FAUCET_CONSOLE_SESSION_KEY']
      : sessionKeyFile !== null
        ? [readKey(sessionKeyFile), sessionKeyFile]
        : [randomBytes(SHORTEST).toString('base64url'), '']
  if (text.length < SHORTEST) throw new StartFailure(`${where} must hold at least ${SHORTEST} characters.`)
  return createHash('sha256').update('faucet-console session\0').update(text).digest()
}

function readKey(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw new StartFailure(
      `The session key ${file} cannot be read (${codeOf(error)}): correct FAUCET_CONSOLE_SESSION_KEY_FILE.`,
    )
  }
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : 'no code')
