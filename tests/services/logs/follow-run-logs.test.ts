import { expect, it } from 'vitest'
import { followRunLogs, type LogEvent } from '@/lib/services/logs/follow-run-logs'
import { aLine, seq } from '../../support/audit'
import { ACME_BOSS, ctxWorld, VIEWER } from '../../support/ctx'
import { aRun } from '../../support/records'

const collect = async (events: AsyncIterable<LogEvent>) => {
  const all: LogEvent[] = []
  for await (const event of events) all.push(event)
  return all
}
const never = new AbortController().signal

it('gives the stored lines of a finished run, then the end', async () => {
  const { store, as } = ctxWorld()
  await store.runs.upsert(aRun({ run_id: 'r', status: 'failed' }))
  await store.logs.record('r', [aLine(0), aLine(1)])
  const follow = await followRunLogs(as(VIEWER), { run_id: 'r' })
  expect((await collect(follow(never))).map((event) => (event.kind === 'line' ? event.seq : event.kind))).toEqual([
    '0',
    '1',
    'end',
  ])
})

it('goes on after a number, and waits for a ring while the run is live', async () => {
  const world = ctxWorld()
  const { store } = world
  await store.runs.upsert(aRun({ run_id: 'r', status: 'running' }))
  await store.logs.record('r', [aLine(0), aLine(1)])
  const heard: string[][] = []
  const ctx = world.as(VIEWER)
  // The ring comes after a line and the end were stored between two looks: neither is missed.
  ctx.hear = (topics) => {
    heard.push([...topics])
    return {
      async next() {
        await store.logs.record('r', [aLine(2)])
        await store.runs.upsert(aRun({ run_id: 'r', status: 'completed' }))
        return ['logs:r']
      },
    }
  }
  const follow = await followRunLogs(ctx, { run_id: 'r', after: seq(0) })
  expect((await collect(follow(never))).map((event) => (event.kind === 'line' ? event.seq : event.kind))).toEqual([
    '1',
    '2',
    'end',
  ])
  expect(heard).toEqual([['logs:r', 'run:r']])
})

it('ends when nobody reads any more', async () => {
  const world = ctxWorld()
  await world.store.runs.upsert(aRun({ run_id: 'r', status: 'running' }))
  const gone = new AbortController()
  const ctx = world.as(VIEWER)
  ctx.hear = () => ({
    async next() {
      gone.abort()
      return []
    },
  })
  const follow = await followRunLogs(ctx, { run_id: 'r' })
  expect(await collect(follow(gone.signal))).toEqual([])
})

it('knows no run of another tenant', async () => {
  const { store, as } = ctxWorld()
  await store.runs.upsert(aRun({ run_id: 'r', tenant: 'globex' }))
  await expect(followRunLogs(as(ACME_BOSS), { run_id: 'r' })).rejects.toMatchObject({ code: 'not_found' })
})
