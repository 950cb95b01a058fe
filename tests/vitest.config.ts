import { availableParallelism } from 'node:os'
import path from 'node:path'
import { defineConfig } from 'vitest/config'

const root = path.resolve(import.meta.dirname, '..')
const node = (name: string, include: string[]) => ({
  extends: true as const,
  test: { name, environment: 'node', include, pool: 'forks' as const },
})

export default defineConfig({
  root,
  resolve: { alias: { '@': root, 'server-only': path.join(root, 'tests/setup/server-only.ts') } },
  test: {
    // Half of the waiting is for databases, which are processes of their own.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      node('unit', ['tests/unit/**/*.test.ts']),
      {
        extends: true,
        test: {
          name: 'contract',
          environment: 'node',
          include: ['tests/contract/**/*.test.ts'],
          globalSetup: [path.join(root, 'tests/setup/postgres.ts')],
          pool: 'forks',
        },
      },
      node('services', ['tests/services/**/*.test.ts']),
      {
        extends: true,
        test: {
          name: 'http',
          environment: 'node',
          include: ['tests/http/**/*.test.ts'],
          globalSetup: [path.join(root, 'tests/setup/postgres.ts')],
          pool: 'forks',
        },
      },
      {
        extends: true,
        test: {
          name: 'components',
          environment: 'happy-dom',
          include: ['tests/components/**/*.test.tsx'],
          setupFiles: [path.join(root, 'tests/setup/dom.ts')],
        },
      },
    ],
  },
})
