import { defineConfig } from 'prisma/config'

export default defineConfig({ schema: `.build/${process.env['PRISMA_PROVIDER'] ?? 'sqlite'}` })
