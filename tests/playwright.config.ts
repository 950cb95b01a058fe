import { chmodSync, copyFileSync, mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { defineConfig } from '@playwright/test'
import { chromiumPath } from './setup/system.mjs'
import { sharedData } from './support/shared-data'

const root = path.resolve(import.meta.dirname, '..')
const port = Number(process.env['E2E_PORT'] ?? 3200)
const address = `http://127.0.0.1:${port}`
// By port: two runs beside each other keep out of each other's store.
const data = path.join(root, 'data/e2e', String(port))
const history = path.join(data, 'history.db')
const chromium = chromiumPath()

// Every worker reads this file again; the store, as an engine of 1.13.1 left it, is laid out once.
if (process.env['E2E_STORE'] === undefined) {
  rmSync(data, { recursive: true, force: true })
  mkdirSync(data, { recursive: true, mode: 0o700 })
  copyFileSync(sharedData('engine-1.13.1', 'single.db'), history)
  chmodSync(history, 0o600)
  process.env['E2E_STORE'] = history
}

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: path.join(root, 'test-results'),
  fullyParallel: true,
  workers: 2,
  retries: 0,
  timeout: 180_000,
  use: {
    baseURL: address,
    trace: 'retain-on-failure',
    launchOptions: {
      // Debian's Chromium where there is one, else the browser that Playwright brought.
      ...(chromium !== undefined && { executablePath: chromium }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--disable-dev-shm-usage',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
  webServer: {
    command: `${process.execPath} lib/cli/start.mjs`,
    cwd: root,
    url: `${address}/healthz`,
    env: {
      PORT: String(port),
      HOST: '127.0.0.1',
      FAUCET_CONSOLE_DATA: data,
      FAUCET_HISTORY: `sqlite:${encodeURI(history)}`,
      FAUCET_CONSOLE_AUTH_CONFIG: path.join(root, 'tests/support/auth.yaml'),
    },
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5_000 },
    timeout: 120_000,
  },
})
