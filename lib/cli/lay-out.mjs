import { cpSync } from 'node:fs'
import path from 'node:path'
import { Stop } from './progress.mjs'

/**
 * A build leaves what browsers load out of the server's folder. What lies there already is of this build and stays: who
 * starts the console need not be who built it, and may not be allowed to write there.
 */
export function layOut(root) {
  const out = path.join(root, '.next/standalone')
  try {
    for (const folder of ['.next/static', 'public']) {
      cpSync(path.join(root, folder), path.join(out, folder), { recursive: true, force: false })
    }
  } catch (error) {
    const { code = error } = error
    throw new Stop(
      `What is built in ${out} is not complete and may not be completed by this user (${code}): run npm run build as the user who built it.`,
    )
  }
}
