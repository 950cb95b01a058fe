import { expect, it } from 'vitest'
import { hasLoneSurrogate, parseJson, writeJson } from '@/lib/contract/json'
import { applyMask } from '@/lib/derive/mask'
import { SLIM_RUN } from '@/lib/derive/run-slim'

it('keeps of a run what a list shows, to the byte, and of its invocations the first failure', () => {
  const ok = { row_id: 'a', records_written: 1, error: null, usage: { big: 'x'.repeat(5000) } }
  const bad = {
    row_id: 'b',
    parent_record_key: null,
    records_written: 0,
    error: `no such file${'!'.repeat(3000)}`,
    usage: {},
  }
  const slim = applyMask(
    `{"run_id":"r", "elapsed_secs":1.0,"records_written":9007199254740993,"invocations":${writeJson([ok, bad])},"error":"2 invocation(s) failed","config_body":"${'c'.repeat(9000)}","doctor_report":{"a":1},"callback":{"url":"x"},"unknown":1.50}`,
    SLIM_RUN,
  )
  expect(slim).toMatch(/^\{"run_id":"r","elapsed_secs":1\.0,"records_written":9007199254740993,/)
  expect(slim).toMatch(/"error":"2 invocation\(s\) failed","unknown":1\.50\}$/)
  expect(slim.length).toBeLessThan(1500)
  expect(parseJson(slim)).toMatchObject({
    invocations: [{ row_id: 'b', error: expect.stringMatching(/^no such file!/) }],
  })
})

it('never cuts inside an escape or a pair', () => {
  for (let lead = 0; lead < 14; lead++) {
    const error = `${'a'.repeat(980 + lead)}\\n\\u001b\\ud83d\\ude00😀${'z'.repeat(2000)}`
    const slim = applyMask(`{"error":"${error}"}`, SLIM_RUN)
    expect(parseJson(slim)).toMatchObject({ error: expect.stringMatching(/^a+/) })
    expect(hasLoneSurrogate(slim)).toBe(false)
  }
})

it('cuts an error of megabytes and leaves odd shapes alone', () => {
  expect(applyMask(`{"error":"${'e'.repeat(8_000_000)}","invocations":null}`, SLIM_RUN).length).toBeLessThan(1100)
  expect(applyMask('{"invocations":{"odd":true},"error":{}}', SLIM_RUN)).toBe('{"invocations":{"odd":true},"error":{}}')
})
