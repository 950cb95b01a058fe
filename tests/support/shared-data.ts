import { existsSync } from 'node:fs'
import path from 'node:path'

const FOLDER = process.env['FAUCET_TEST_DATA'] ?? path.resolve(import.meta.dirname, '../../../shared/data')

/**
 * A file that real engines made: `sharedData('engine-1.13.1', 'single.db')`. The folder lies beside the checkout, or is
 * named by FAUCET_TEST_DATA. Copy a database before opening it: opening can write.
 */
export function sharedData(...parts: string[]): string {
  const file = path.join(FOLDER, ...parts)
  if (!existsSync(file)) {
    throw new Error(
      `Test data of real engines is missing: ${file}. Put the folder shared beside the checkout, or name its data folder with FAUCET_TEST_DATA.`,
    )
  }
  return file
}
