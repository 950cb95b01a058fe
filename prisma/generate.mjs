// Generates both clients from one folder of models; downloads nothing.
// The CLI looks for the native schema engine before every command, though `generate` never runs it:
// naming any existing file stops the look-up (and the download).
import { execFileSync } from 'node:child_process'
import { cpSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

const here = import.meta.dirname
const cli = createRequire(import.meta.url).resolve('prisma/build/index.js')
for (const provider of ['sqlite', 'postgres']) {
  const build = path.join(here, '.build', provider)
  rmSync(build, { recursive: true, force: true })
  rmSync(path.join(here, 'generated', provider), { recursive: true, force: true })
  cpSync(path.join(here, 'models'), build, { recursive: true })
  cpSync(path.join(here, `${provider}.prisma`), path.join(build, '_header.prisma'))
  execFileSync(process.execPath, [cli, 'generate', '--config', path.join(here, 'prisma.config.ts'), '--no-hints'], {
    cwd: path.resolve(here, '..'),
    stdio: 'inherit',
    env: {
      ...process.env,
      PRISMA_PROVIDER: provider,
      PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
      PRISMA_HIDE_UPDATE_MESSAGE: '1',
      CHECKPOINT_DISABLE: '1',
    },
  })
}
