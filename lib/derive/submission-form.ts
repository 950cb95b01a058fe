import type { z } from 'zod'
import type { ToldAnswer } from '@/lib/contract/envelope'
import { isJsonObject, type Json, parseJson } from '@/lib/contract/json'
import { isTimestamp } from '@/lib/contract/records/primitives'
import { TERMINAL_STATUSES } from '@/lib/contract/records/runs'
import { readBytes, readSpan, readWhole } from './amount-text'
import { callbackError } from './callback-check'
import type { ConfigFormat } from './config-doc'
import { labelError } from './label-rules'
import { present } from './request-shape'
import type { SubmitRunBody } from './run-requests'

export interface Pair {
  name: string
  value: string
}

/** The submit form as its fields hold it: everything is text until it is sent. */
export interface SubmissionForm {
  config: string
  config_format: ConfigFormat
  name: string
  timeout: string
  labels: readonly Pair[]
  idempotency_key: string
  doctor_first: boolean
  tenant: string
  require_approval: boolean
  reason: string
  max_records: string
  max_bytes: string
  max_duration: string
  allowed_sinks: string
  clock: string
  concurrency: string
  select: string
  only: string
  skip: string
  tags: string
  row_status: readonly string[]
  include_parents: string
  callback_url: string
  callback_method: string
  callback_headers: readonly Pair[]
  callback_fields: string
  callback_on: readonly string[]
}

export const EMPTY_FORM: SubmissionForm = {
  config: '',
  config_format: 'yaml',
  name: '',
  timeout: '',
  labels: [],
  idempotency_key: '',
  doctor_first: false,
  tenant: '',
  require_approval: false,
  reason: '',
  max_records: '',
  max_bytes: '',
  max_duration: '',
  allowed_sinks: '',
  clock: '',
  concurrency: '',
  select: '',
  only: '',
  skip: '',
  tags: '',
  row_status: [],
  include_parents: '',
  callback_url: '',
  callback_method: '',
  callback_headers: [],
  callback_fields: '',
  callback_on: [],
}

export const ROW_STATUSES = ['mandatory', 'active', 'available', 'draft', 'archived'] as const
export const INCLUDE_PARENTS = ['off', 'eligible', 'all'] as const

/** A request as `POST /v1/runs` takes it, and the tenant it is for. */
export type Submission = z.input<typeof SubmitRunBody> & { tenant?: string }

/** What is wrong with a field, in words; `field` is the name of its control. */
export interface FormProblem {
  field: string
  message: string
}

export type ReadForm = { ok: true; request: Submission } | { ok: false; problems: FormProblem[] }

/** What the form shows after an attempt that did not lead anywhere. */
export interface SubmitState {
  /** As it was sent; null: nothing was sent yet. */
  form: SubmissionForm | null
  problems: readonly FormProblem[]
  answer: ToldAnswer | null
}

/** Who would run it decides what may be asked for. */
export interface FormRules {
  /** An engine gets the request; without one it becomes a row that a member of the cluster claims. */
  hasEngine: boolean
}

/** The form as a request, or everything that is wrong with it: the rules of the server, told before it is asked. */
export function readForm(form: SubmissionForm, { hasEngine }: FormRules): ReadForm {
  const problems: FormProblem[] = []
  const wrong = (field: string, message: string): undefined => {
    problems.push({ field, message })
  }
  if (form.config.trim() === '') wrong('config', 'There is no config yet')
  const request = {
    config: form.config,
    config_format: form.config_format,
    name: textOf(form.name),
    labels: labelsOf(form.labels, wrong),
    timeout_secs: amount(form.timeout, 'timeout', readSpan, SPAN_HINT, wrong),
    idempotency_key: keyOf(form.idempotency_key, wrong),
    concurrency: amount(form.concurrency, 'concurrency', readWhole, 'a whole number above 0', wrong),
    clock: clockOf(form.clock, wrong),
    budget: budgetOf(form, wrong),
    selection: selectionOf(form),
    callback: callbackOf(form, hasEngine, wrong),
    tenant: textOf(form.tenant),
    ...(form.doctor_first && { doctor_first: true }),
    ...(form.require_approval && { require_approval: true, reason: textOf(form.reason) }),
  }
  if (form.doctor_first && !hasEngine)
    wrong('doctor_first', 'Only an engine can check it first, and none is configured')
  if (form.require_approval && form.reason.trim() === '') wrong('reason', 'Say why, for whoever decides')
  return problems.length > 0 ? { ok: false, problems } : { ok: true, request: present(request) as Submission }
}

type Wrong = (field: string, message: string) => undefined

const SPAN_HINT = 'a length of time above 0, like 90s, 30m or 2h'

const textOf = (text: string): string | undefined => (text.trim() === '' ? undefined : text.trim())
const listOf = (text: string): string[] =>
  text
    .split(/[,\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** Keys that begin so are made by servers for their own doing. */
function keyOf(text: string, wrong: Wrong): string | undefined {
  const key = textOf(text)
  const [prefix] = /^(?:tenant|trig|backfill|change):/.exec(key ?? '') ?? []
  return prefix === undefined
    ? key
    : wrong('idempotency_key', `Servers keep keys that begin with "${prefix}" for themselves`)
}

/** A number above zero, sent as a number while it is exact. */
function amount(
  text: string,
  field: string,
  read: (text: string) => bigint | number | null,
  hint: string,
  wrong: Wrong,
): number | bigint | undefined {
  if (text.trim() === '') return undefined
  const value = read(text)
  if (value === null || value <= 0) return wrong(field, `This is to be ${hint}`)
  return Number.isSafeInteger(Number(value)) ? Number(value) : value
}

/** Rows without a key and a value are rows that nobody filled in. */
const filled = (pairs: readonly Pair[]): [Pair, number][] =>
  pairs.map((pair, index): [Pair, number] => [pair, index]).filter(([{ name, value }]) => name.trim() + value !== '')

function labelsOf(labels: readonly Pair[], wrong: Wrong): Record<string, string> | undefined {
  const set = new Map<string, string>()
  for (const [{ name, value }, index] of filled(labels)) {
    const key = name.trim()
    const why = set.has(key) ? `"${key}" stands there twice` : labelError(key, value)
    if (why !== null) wrong(`labels.${index}`, sentence(why))
    set.set(key, value)
  }
  return set.size === 0 ? undefined : Object.fromEntries(set)
}

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Engines take any text and fail the run with it when it starts. */
function clockOf(text: string, wrong: Wrong): string | undefined {
  const clock = textOf(text)
  if (clock === undefined || isTimestamp(clock)) return clock
  return wrong('clock', 'This is to be an instant with its offset, like 2026-11-30T13:00:00Z')
}

function budgetOf(form: SubmissionForm, wrong: Wrong): Submission['budget'] {
  const sinks = listOf(form.allowed_sinks)
  const budget = present({
    max_records: amount(form.max_records, 'max_records', readWhole, 'a whole number above 0', wrong),
    max_bytes: amount(form.max_bytes, 'max_bytes', readBytes, 'a size above 0, like 500 MiB', wrong),
    max_duration_secs: amount(form.max_duration, 'max_duration', readSpan, SPAN_HINT, wrong),
    allowed_sinks: sinks.length > 0 ? sinks : undefined,
  })
  return Object.keys(budget).length === 0 ? undefined : budget
}

function selectionOf(form: SubmissionForm): Submission['selection'] {
  const [select, only, skip, tags] = [form.select, form.only, form.skip, form.tags].map(listOf)
  const status = ROW_STATUSES.filter((word) => form.row_status.includes(word))
  const parents = INCLUDE_PARENTS.find((word) => word === form.include_parents)
  const lists = Object.entries({ select, only, skip, tags, status }).filter(([, names]) => (names ?? []).length > 0)
  if (lists.length === 0 && parents === undefined) return undefined
  return { ...Object.fromEntries(lists), ...(parents !== undefined && { include_parents: parents }) }
}

function callbackOf(form: SubmissionForm, hasEngine: boolean, wrong: Wrong): Submission['callback'] {
  const url = form.callback_url.trim()
  const headers = filled(form.callback_headers)
  const others = headers.length > 0 || form.callback_fields.trim() !== '' || form.callback_on.length > 0
  if (url === '') return others ? wrong('callback_url', 'A callback needs an address') : undefined
  const callback = {
    url,
    method: textOf(form.callback_method)?.toUpperCase() ?? 'POST',
    headers: Object.fromEntries(headers.map(([{ name, value }]) => [name.trim(), value])),
    extra_fields: fieldsOf(form.callback_fields, wrong) ?? {},
    on: TERMINAL_STATUSES.filter((word) => form.callback_on.includes(word)),
  }
  const unnamed = headers.find(([{ name }]) => !/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name.trim()))
  if (unnamed !== undefined) return wrong(`callback_headers.${unnamed[1]}`, 'This is no name of a header')
  const empty = headers.find(([{ value }]) => value === '')
  if (empty !== undefined) return wrong(`callback_headers.${empty[1]}`, 'Its value is not kept anywhere: give it again')
  const why = callbackError(callback, !hasEngine)
  if (why !== null) return wrong(CALLBACK_FIELD.find(([start]) => why.startsWith(start))?.[1] ?? 'callback_url', why)
  return callback
}

/** Which field a complaint is about, by how it begins. */
const CALLBACK_FIELD = [
  ['callback.method', 'callback_method'],
  ['callback.extra_fields', 'callback_fields'],
  ['this callback carries `headers`', 'callback_headers.0'],
] as const

function fieldsOf(text: string, wrong: Wrong): { [name: string]: Json } | undefined {
  if (text.trim() === '') return undefined
  try {
    const value = parseJson(text)
    if (isJsonObject(value)) return value
  } catch {
    // Said below.
  }
  return wrong('callback_fields', 'This is to be a JSON object, like {"team": "data"}')
}
