import 'server-only'
import type { QueueStore } from '@/lib/contract/ports/queue'
import { queuedRun } from '@/lib/store/kit/queued-run'
import { Prisma } from './client'
import type { PrismaEnv } from './env'
import { laterRunColumns } from './runs'

export function createPrismaQueue(env: PrismaEnv): QueueStore {
  const { db, shape } = env

  return {
    async enqueue(submission) {
      const { run } = submission
      const columns = { ...queuedRun(submission), ...(await laterRunColumns(shape, run)) }
      const names = Prisma.join(Object.keys(columns).map((name) => Prisma.raw(name)))
      // Companions are added to exactly this row: to none when the id was taken.
      const isOurs = Prisma.sql`EXISTS (
        SELECT 1 FROM faucet_serve_runs WHERE run_id = ${run.run_id} AND status = 'pending' AND body = ${columns.body})`
      const companions = []
      if (run.tenant !== undefined) {
        companions.push(db.$executeRaw`
          INSERT INTO faucet_tenant_runs (run_id, tenant) SELECT ${run.run_id}, ${run.tenant} WHERE ${isOurs}
          ON CONFLICT (run_id) DO UPDATE SET tenant = excluded.tenant`)
      }
      const labels = Object.entries(run.labels)
      if (labels.length > 0 && (await shape.has('faucet_serve_run_labels'))) {
        const rows = labels.map(([key, value]) => Prisma.sql`(${key}, ${value})`)
        companions.push(db.$executeRaw`
          INSERT INTO faucet_serve_run_labels (run_id, key, value)
          SELECT ${run.run_id}, column1, column2 FROM (VALUES ${Prisma.join(rows)}) AS fresh WHERE ${isOurs}
          ON CONFLICT (run_id, key) DO NOTHING`)
      }
      const [added] = await db.$transaction([
        db.$executeRaw`
          INSERT INTO faucet_serve_runs (${names}) VALUES (${Prisma.join(Object.values(columns))})
          ON CONFLICT (run_id) DO NOTHING`,
        ...companions,
      ])
      return added === 1
    },
  }
}
