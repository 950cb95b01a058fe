import { useMutation } from '@tanstack/react-query'
import { z } from 'zod'
import { reloadConfig } from '@/lib/actions/cluster'
import { answerAs } from './submit'
import { jsonAs, wireQuery } from './wire-query'

const Member = z.object({
  instance_id: z.string(),
  started_at: z.string(),
  last_heartbeat: z.string(),
  listen: z.string().nullable(),
  max_concurrent: z.number(),
  in_flight: z.number(),
  state_format: z.number(),
  pools: z.array(z.string()).nullish(),
})
export type Member = z.infer<typeof Member>

const NamedRun = z.object({
  run_id: z.string(),
  name: z.string().nullable(),
  status: z.string(),
  owner: z.string().nullable(),
  submitted_at: z.string(),
  lease_expires_at: z.string().nullable(),
  cancel_requested: z.string().nullable(),
})
export type NamedRun = z.infer<typeof NamedRun>

const Parent = NamedRun.extend({
  shards: z.record(z.string(), z.number()),
  shard_owners: z.array(z.string()),
  expired_shards: z.number(),
  is_cut: z.boolean(),
})
export type Parent = z.infer<typeof Parent>

const ClusterReport = z.object({
  at: z.string(),
  /** Null: the store has no table of them. */
  members: z.array(Member).nullable(),
  held: z.object({
    total: z.number(),
    owners: z.record(z.string(), z.number()),
    stopping: z.number(),
    expired: z.number(),
    expired_runs: z.array(NamedRun),
    is_cut: z.boolean(),
  }),
  waiting: z.object({ count: z.number(), oldest: NamedRun.nullable(), is_cut: z.boolean() }),
  parents: z.object({ runs: z.array(Parent), is_cut: z.boolean() }),
})
export type ClusterReport = z.infer<typeof ClusterReport>

const StoreReport = z.object({
  kind: z.enum(['memory', 'sqlite', 'postgres']),
  where: z.string(),
  stamp: z.number().nullable(),
  read_only: z.string().nullable(),
  degraded_since: z.string().nullable(),
  runs: z.array(z.object({ status: z.string(), count: z.number(), capped: z.boolean() })).nullable(),
  newest_run_at: z.string().nullable(),
  tables: z.array(z.string()),
  missing: z.array(z.string()),
})
export type StoreReport = z.infer<typeof StoreReport>

const MaybeCount = z.number().nullable()
const EngineHealth = z.object({
  /** Why none can be asked; null: one is configured. */
  absent: z.string().nullable(),
  unreachable: z.string().nullable(),
  ready: z
    .object({
      status: z.string().nullish(),
      history_ok: z.boolean().nullish(),
      queue_ok: z.boolean().nullish(),
      draining: z.boolean().nullish(),
      cluster: z.object({ enabled: z.boolean(), instances: z.number().nullish() }).nullish(),
      triggers: z.array(
        z.object({
          name: z.string(),
          type: z.string().nullish(),
          healthy: z.boolean().nullish(),
          consecutive_failures: z.number().nullish(),
        }),
      ),
    })
    .nullable(),
  metrics: z
    .object({
      version: z.string().nullable(),
      requests: MaybeCount,
      queued: MaybeCount,
      in_flight: MaybeCount,
      idempotency_hits: MaybeCount,
      history_degraded: z.boolean().nullable(),
      log_lines_dropped: MaybeCount,
    })
    .nullable(),
})
export type EngineHealth = z.infer<typeof EngineHealth>

/** As often as members beat. */
const BEAT_MS = 10_000
const SLOW_MS = 60_000

export const clusterQuery = () => ({
  ...wireQuery<ClusterReport>({
    queryKey: ['insight', 'cluster'],
    path: '/console/insight/cluster',
    read: jsonAs(ClusterReport),
  }),
  refetchInterval: BEAT_MS,
})

export const storeQuery = () => ({
  ...wireQuery<StoreReport>({
    queryKey: ['insight', 'store'],
    path: '/console/insight/store',
    read: jsonAs(StoreReport),
  }),
  refetchInterval: SLOW_MS,
})

export const engineHealthQuery = () => ({
  ...wireQuery<EngineHealth>({
    queryKey: ['insight', 'engine'],
    path: '/console/insight/cluster/engine',
    read: jsonAs(EngineHealth),
  }),
  refetchInterval: 30_000,
})

/** What an engine says of a reload, as it says it. */
const Reloaded = z.record(z.string(), z.unknown())

export const useReload = () =>
  useMutation<z.infer<typeof Reloaded>, Error, void>({
    mutationFn: async () => answerAs(Reloaded, await reloadConfig('{}')),
  })
