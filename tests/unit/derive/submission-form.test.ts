import { describe, expect, it } from 'vitest'
import { SubmitRunBody } from '@/lib/derive/run-requests'
import { EMPTY_FORM, readForm, type SubmissionForm } from '@/lib/derive/submission-form'
import { formOf } from '@/lib/derive/submission-form-data'
import { requestText } from '@/lib/derive/submission-text'

const CONFIG = 'version: 1\n'
const read = (more: Partial<SubmissionForm> = {}, hasEngine = true) =>
  readForm({ ...EMPTY_FORM, config: CONFIG, ...more }, { hasEngine })
const requestOf = (more: Partial<SubmissionForm>, hasEngine = true) => {
  const outcome = read(more, hasEngine)
  return outcome.ok ? outcome.request : expect.fail(JSON.stringify(outcome.problems))
}
const problemsOf = (more: Partial<SubmissionForm>, hasEngine = true) => {
  const outcome = read(more, hasEngine)
  return outcome.ok ? [] : outcome.problems.map(({ field, message }) => `${field}: ${message}`)
}

describe('a form that is sent', () => {
  it('says nothing of what was left empty', () => {
    expect(requestOf({})).toEqual({ config: CONFIG, config_format: 'yaml' })
  })

  it('says everything that was filled in, as the API takes it', () => {
    const request = requestOf({
      config_format: 'json',
      name: ' nightly ',
      timeout: '2h',
      labels: [
        { name: 'team', value: 'data' },
        { name: '', value: '' },
        { name: 'url', value: 'https://x:8080' },
      ],
      idempotency_key: 'k-1',
      doctor_first: true,
      tenant: 'acme',
      require_approval: true,
      reason: 'month end',
      max_records: '1,000',
      max_bytes: '1 MiB',
      max_duration: '90s',
      allowed_sinks: 'jsonl, pg',
      clock: '2026-11-30T13:00:00+01:00',
      concurrency: '4',
      select: 'a, b',
      skip: 'c',
      row_status: ['draft', 'active'],
      include_parents: 'all',
      callback_url: 'https://hooks.example/runs',
      callback_method: 'put',
      callback_headers: [{ name: 'x-token', value: 'secret' }],
      callback_fields: '{"big": 9007199254740993}',
      callback_on: ['failed'],
    })
    expect(request).toEqual({
      config: CONFIG,
      config_format: 'json',
      name: 'nightly',
      timeout_secs: 7_200,
      labels: { team: 'data', url: 'https://x:8080' },
      idempotency_key: 'k-1',
      doctor_first: true,
      tenant: 'acme',
      require_approval: true,
      reason: 'month end',
      budget: { max_records: 1_000, max_bytes: 1_048_576, max_duration_secs: 90, allowed_sinks: ['jsonl', 'pg'] },
      clock: '2026-11-30T13:00:00+01:00',
      concurrency: 4,
      selection: { select: ['a', 'b'], skip: ['c'], status: ['active', 'draft'], include_parents: 'all' },
      callback: {
        url: 'https://hooks.example/runs',
        method: 'PUT',
        headers: { 'x-token': 'secret' },
        extra_fields: { big: 9_007_199_254_740_993n },
        on: ['failed'],
      },
    })
    expect(SubmitRunBody.safeParse(request).success).toBe(true)
  })

  it('is a request that the API takes, whatever number it holds', () => {
    const { budget } = requestOf({ max_records: '18446744073709551615' })
    expect(budget).toEqual({ max_records: 18_446_744_073_709_551_615n })
  })
})

describe('a form with something wrong', () => {
  it.each<[Partial<SubmissionForm>, string]>([
    [{ config: ' \n' }, 'config: There is no config yet'],
    [{ timeout: 'soon' }, 'timeout: This is to be a length of time above 0, like 90s, 30m or 2h'],
    [{ timeout: '0' }, 'timeout: This is to be a length of time above 0, like 90s, 30m or 2h'],
    [{ concurrency: '0' }, 'concurrency: This is to be a whole number above 0'],
    [{ clock: '2026-11-30' }, 'clock: This is to be an instant with its offset, like 2026-11-30T13:00:00Z'],
    [{ max_bytes: '5 foo' }, 'max_bytes: This is to be a size above 0, like 500 MiB'],
    [
      { idempotency_key: 'backfill:1' },
      'idempotency_key: Servers keep keys that begin with "backfill:" for themselves',
    ],
    [{ require_approval: true }, 'reason: Say why, for whoever decides'],
    [{ labels: [{ name: '', value: 'x' }] }, 'labels.0: A label needs a key'],
    [{ labels: [{ name: 'a:b', value: 'x' }] }, 'labels.0: A label\'s key holds no ":"'],
    [
      { labels: [{ name: 'selection', value: 'x' }] },
      'labels.0: "selection" is written by the server, not by a caller',
    ],
    [{ labels: [{ name: 'k'.repeat(64), value: '' }] }, "labels.0: A label's key has at most 63 characters"],
    [{ labels: [{ name: 'k', value: 'v'.repeat(257) }] }, "labels.0: A label's value has at most 256 characters"],
    [
      {
        labels: [
          { name: 'k', value: '1' },
          { name: 'k', value: '2' },
        ],
      },
      'labels.1: "k" stands there twice',
    ],
    [{ callback_on: ['failed'] }, 'callback_url: A callback needs an address'],
    [
      { callback_url: 'ftp://a.example' },
      'callback_url: callback.url scheme `ftp` is not allowed (http or https only)',
    ],
    [
      { callback_url: 'https://a.example', callback_method: 'A B' },
      'callback_method: callback.method `A B` is not valid',
    ],
    [
      { callback_url: 'https://a.example', callback_fields: '[1]' },
      'callback_fields: This is to be a JSON object, like {"team": "data"}',
    ],
  ])('%o: %s', (form, problem) => {
    expect(problemsOf(form)).toEqual([problem])
  })

  it('is told of everything at once', () => {
    expect(problemsOf({ config: '', timeout: 'x', concurrency: 'y' })).toHaveLength(3)
  })

  it('knows which hosts a server never calls, and which fields are taken', () => {
    expect(problemsOf({ callback_url: 'http://169.254.169.254/' })[0]).toMatch(/^callback_url: .*link-local/)
    const taken = problemsOf({ callback_url: 'https://a.example', callback_fields: '{"status": 1}' })
    expect(taken[0]).toMatch(/^callback_fields: callback\.extra_fields\.status collides/)
  })

  it('asks of a row in the history what an engine would not have to ask', () => {
    const headers = { callback_url: 'https://a.example', callback_headers: [{ name: 'a', value: 'b' }] }
    expect([problemsOf(headers), problemsOf({ doctor_first: true })]).toEqual([[], []])
    expect(problemsOf(headers, false)[0]).toMatch(/^callback_headers\.0: this callback carries `headers`/)
    expect(problemsOf({ doctor_first: true }, false)[0]).toMatch(/^doctor_first: /)
  })
})

describe('a form that a browser sends by itself', () => {
  it('is the same form', () => {
    const data = new FormData()
    for (const [name, value] of [
      ['config', 'version: 1\r\nname: a\r\n'],
      ['config_format', 'json'],
      ['labels_name', 'team'],
      ['labels_value', 'data'],
      ['labels_name', ''],
      ['labels_value', ''],
      ['row_status', 'draft'],
      ['row_status', 'active'],
      ['require_approval', 'on'],
      ['reason', 'why'],
    ] as const)
      data.append(name, value)
    expect(formOf(data)).toEqual({
      ...EMPTY_FORM,
      config: 'version: 1\nname: a\n',
      config_format: 'json',
      labels: [
        { name: 'team', value: 'data' },
        { name: '', value: '' },
      ],
      row_status: ['draft', 'active'],
      require_approval: true,
      reason: 'why',
    })
  })
})

describe('a request for people to read', () => {
  it('keeps its digits and shows no secret', () => {
    const request = requestOf({
      config: 'source:\n  password: hunter2\n',
      max_records: '9007199254740993',
      callback_url: 'https://user:pw@a.example/?token=t0k',
      callback_headers: [{ name: 'x-token', value: 'secret' }],
    })
    const text = requestText(request)
    expect(text).toContain('"max_records": 9007199254740993')
    expect(text).toContain('"x-token": "***"')
    expect(text).not.toMatch(/hunter2|:pw|t0k|"secret"/)
    expect(JSON.parse(text)).toHaveProperty('config')
  })
})
