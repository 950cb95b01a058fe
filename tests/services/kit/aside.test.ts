import { Worker } from 'node:worker_threads'
import { describe, expect, it, vi } from 'vitest'
import { createAside } from '@/lib/services/kit/aside'

const FILE = new URL('../../../lib/services/kit/aside.worker.ts', import.meta.url)
/** A thread that reads our files as they are. */
const started = () => new Worker(FILE, { execArgv: ['--import', 'tsx'] })

const PIPELINE = 'version: 1\nname: long\npipeline: { source: { type: csv }, sink: { type: jsonl } }\n'
const long = (size: number): string => {
  let text = `${PIPELINE}matrix:\n`
  for (let row = 0; text.length < size; row++) text += `  - { id: row_${row}, n: ${row}, q: "select ${row}" }\n`
  return text
}
const ask = (aside: ReturnType<typeof createAside>, config: string) =>
  aside(
    'checkSubmission',
    config.length,
    { config, config_format: 'yaml', selection: undefined },
    { max_records: 9_007_199_254_740_993n },
    { isTrusted: true, tenant: null },
  )

describe('a config text that is read aside', () => {
  it('stops nobody meanwhile, and says what it would say here', async () => {
    const aside = createAside(started)
    const config = long(400_000)
    let longest = 0
    let before = performance.now()
    const beat = setInterval(() => {
      const now = performance.now()
      longest = Math.max(longest, now - before)
      before = now
    }, 5)
    const begin = performance.now()
    const outcome = await ask(aside, config)
    const took = performance.now() - begin
    clearInterval(beat)
    expect(outcome).toMatchObject({ ok: true, submission: { pipeline: 'long', config_format: 'json' } })
    expect(outcome.ok && outcome.submission.config_body).toContain('"max_records":9007199254740993')
    expect(longest).toBeLessThan(took / 2)
  })

  it('is read here where it is short, and where no thread can be started', async () => {
    const start = vi.fn(started)
    expect(await ask(createAside(start), PIPELINE)).toMatchObject({ ok: true })
    expect(start).not.toHaveBeenCalled()
    const none = vi.fn(() => new Worker('throw new Error("no")', { eval: true }))
    const aside = createAside(none)
    expect(await ask(aside, long(30_000))).toMatchObject({ ok: true })
    expect(await ask(aside, long(30_000))).toMatchObject({ ok: true })
    expect(none).toHaveBeenCalledTimes(1)
  })

  it('is refused where it takes more memory than there is for one, or too many wait', async () => {
    const small = createAside(
      () =>
        new Worker(
          'require("node:worker_threads").parentPort.on("message", () => { const a = []; for (;;) a.push(new Array(1e5).fill(1.5)) })',
          {
            eval: true,
            resourceLimits: { maxOldGenerationSizeMb: 32 },
          },
        ),
    )
    await expect(ask(small, long(30_000))).rejects.toMatchObject({ code: 'bad_config' })
    const silent = createAside(
      () => new Worker('require("node:worker_threads").parentPort.on("message", () => {})', { eval: true }),
    )
    const config = long(30_000)
    for (let one = 0; one < 16; one++) void ask(silent, config).catch(() => undefined)
    await expect(ask(silent, config)).rejects.toMatchObject({ code: 'limit_exceeded' })
  })
})
