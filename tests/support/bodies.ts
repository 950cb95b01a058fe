/**
 * Bodies of runs as each engine generation prints them: compact, members in declared order. `STATUS` stands for the
 * status word; every other byte must come through a rewrite unless that rewrite says so.
 */
const HEAD = '{"run_id":"r","name":"orders \\"daily\\"","labels":{"10":"ten","9":"nine","env":"prod","ключ":"ü\u2028"}'
const INVOCATION =
  '{"row_id":"row-0","parent_record_key":null,"run_id":"01a20cb8-c764-7308-ab30-5bbe1b827ed6","records_written":40,"duration_ms":15,"error":null'
const USAGE =
  '"usage":{"run_id":"01a20cb8-c764-7308-ab30-5bbe1b827ed6","pipeline":"p","row":"row-0","source_kind":"csv","sink_kind":"jsonl",' +
  '"recorded_at":"2026-11-24T08:42:46.006Z","duration_ms":15,"failed":false,"usage":{"records_read":18446744073709551615,"records_written":40,' +
  '"bytes_read":9007199254740993,"bytes_written":4068,"sink_roundtrips":{"2":2,"1":1}},"cost":{"currency":"EUR","total":0.0,"lines":[],' +
  '"hosted_equivalent":0.00015000000000000001}},"batches":{"attempted":1,"committed":1,"dlq_partial":0,"dlq_all":0,"failed":0}'

export const ENGINE_BODIES = {
  '1.1': `${HEAD},"status":"STATUS","submitted_at":"2026-11-30T10:00:00Z","started_at":"2026-11-30T10:00:00.5Z","finished_at":null,"elapsed_secs":null,"records_written":40,"invocations":[{"row_id":"row-0","parent_record_key":null,"records_written":40,"error":null}],"error":null,"idempotency_key":null,"attempt":0}`,
  '1.13': `${HEAD},"status":"STATUS","submitted_at":"2026-11-30T10:00:00.123456789Z","started_at":"2026-11-30T10:00:01.123456Z","finished_at":null,"elapsed_secs":null,"records_written":18446744073709551615,"invocations":[${INVOCATION},${USAGE},"source_lag":{"bytes":9007199254740993,"seconds":1.0}}],"error":null,"idempotency_key":"k","doctor_report":{"b":1.0,"a":1e300,"10":[0.1,-0.0,12345678901234567890.123],"1":null},"config_body":"version: 1\\nname: p # \\\\ud800 \\ud83d\\ude00\\n","config_format":"yaml","timeout_secs":9007199254740993,"clock":"2026-01-01T00:00:00Z","concurrency":8,"attempt":0,"callback":{"url":"http://127.0.0.1/","method":"POST","headers":{"b":"2","a":"1"},"extra_fields":{"job":7.0},"on":["failed"]},"tenant":"acme","selection":{"select":["b","a"],"only":[],"skip":[],"tags":[],"status":["draft"],"include_parents":"all"}}`,
  '1.17': `${HEAD},"status":"STATUS","submitted_at":"2026-11-30T10:00:00.100Z","started_at":"2026-11-30T10:00:01.123456789Z","finished_at":null,"elapsed_secs":null,"records_written":40,"invocations":[${INVOCATION},${USAGE},"rows":{"transform_in":18446744073709551615,"offered":40},"skipped":true,"status":"succeeded"}],"error":null,"idempotency_key":null,"attempt":0,"caller_config":true,"depends_on":{"b":["a"]},"caller_params":{"p":["/sink/path"]},"pool":"default","submitted_by":"ci-bot","dlq_location":"/out/dlq.jsonl"}`,
  'not yet released': `${HEAD},"future":{"deep":[{"n":1.0,"big":123456789012345678901234567890,"3":0,"2":0}]},"status":"STATUS","submitted_at":"2026-11-30T10:00:00.000001Z","started_at":"2026-11-30T10:00:01Z","finished_at":null,"elapsed_secs":null,"records_written":0,"invocations":[${INVOCATION},"later":{"x":0.10,"y":[1E2]}}],"error":null,"idempotency_key":null,"attempt":0,"tags":["a","b"],"priority":2.50}`,
} as const

export const withStatus = (body: string, status: string): string => body.replace('STATUS', status)

/** Bodies that no engine can decode, by what is wrong with them. */
export const BROKEN_BODIES: Readonly<Record<string, string>> = {
  'nothing at all': '',
  'not JSON': '{"run_id":"r"',
  'no object': '["r"]',
  'a word': 'null',
  'a number': '7',
  'an empty object': '{}',
  'a missing member': withStatus(ENGINE_BODIES['1.1'], 'STATUS').replace(
    ',"records_written":40,"invocations"',
    ',"invocations"',
  ),
  'text for a number': ENGINE_BODIES['1.1'].replace(
    '"records_written":40,"invocations"',
    '"records_written":"40","invocations"',
  ),
  'a float for an integer': ENGINE_BODIES['1.1'].replace('"attempt":0', '"attempt":0.0'),
  'a number beyond 64 bits': ENGINE_BODIES['1.13'].replace(
    '"records_written":18446744073709551615,"inv',
    '"records_written":18446744073709551616,"inv',
  ),
  'a negative count': ENGINE_BODIES['1.1'].replace(
    '"records_written":40,"invocations"',
    '"records_written":-1,"invocations"',
  ),
  'a wrong timestamp': ENGINE_BODIES['1.1'].replace('"2026-11-30T10:00:00Z"', '"30 Nov 2026"'),
  'null for a list': ENGINE_BODIES['1.1'].replace(
    '"invocations":[{"row_id":"row-0","parent_record_key":null,"records_written":40,"error":null}]',
    '"invocations":null',
  ),
  'a number among labels': ENGINE_BODIES['1.1'].replace('"env":"prod"', '"env":1'),
  'half a surrogate pair': ENGINE_BODIES['1.1'].replace('"name":"', '"name":"\\ud83d'),
  'half a surrogate pair below': ENGINE_BODIES['not yet released'].replace('"tags":["a"', '"tags":["\\uDE00"'),
  'five megabytes that are no JSON': `{"run_id":"${'x'.repeat(5_000_000)}`,
}
