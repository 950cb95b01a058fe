import { expect, test } from '@playwright/test'
import { removeRun, writeLines, writeRun } from './store'
import { expectNoSidewaysScroll, signIn } from './visitor'

const LONG = 'x'.repeat(300)

for (const width of [320, 1_280]) {
  test(`words of 300 characters widen no page at ${width} px`, async ({ page }) => {
    test.slow()
    const runId = writeRun({
      name: LONG,
      status: 'failed',
      submitted_at: '2026-09-30T00:00:00Z',
      body: {
        labels: { pipeline: LONG, [LONG]: LONG },
        tenant: LONG,
        submitted_by: LONG,
        pool: LONG,
        idempotency_key: LONG,
        error: '1 invocation(s) failed',
        invocations: [
          { row_id: LONG, parent_record_key: LONG, records_written: 0, duration_ms: 1, error: LONG },
          { row_id: `${LONG}y`, parent_record_key: null, records_written: 0, duration_ms: 1, error: null },
        ],
        callback: { url: `https://${LONG}`, method: LONG, headers: { [LONG]: 'a' }, extra_fields: { [LONG]: LONG } },
        selection: { select: [LONG], only: [], skip: [], tags: [LONG], status: [], include_parents: null },
        doctor_report: { [LONG]: [LONG] },
        config_body: `${LONG}: ${LONG}`,
        config_format: 'yaml',
      },
    })
    writeLines(runId, [LONG], 0)
    await page.setViewportSize({ width, height: 900 })
    await signIn(page, 'tok-root-admin', `/runs?name=${LONG}`)
    for (const path of [
      `/runs?name=${LONG}`,
      '/runs',
      ...['', '/invocations', '/logs', '/config'].map((tab) => `/runs/${runId}${tab}`),
    ]) {
      await page.goto(path)
      await expect(page.getByRole('heading').first()).toBeVisible()
      await expectNoSidewaysScroll(page)
    }
    removeRun(runId)
  })
}
