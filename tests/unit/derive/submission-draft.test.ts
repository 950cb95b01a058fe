import { describe, expect, it } from 'vitest'
import { optionsOfRun } from '@/lib/derive/run-as-form'
import { draftOf, isSameForm, losesSecrets } from '@/lib/derive/submission-draft'
import { EMPTY_FORM, type SubmissionForm } from '@/lib/derive/submission-form'
import { aRun } from '../../support/records'

const form = (more: Partial<SubmissionForm>): SubmissionForm => ({ ...EMPTY_FORM, idempotency_key: 'own', ...more })

describe('a draft', () => {
  it('holds everything but secrets and the key of this visit', () => {
    const filled = form({
      config: 'a: { password: hunter2, token: "${env:T}" }\nurl: postgres://u:hunter2@h/d\n',
      callback_url: 'https://me:hunter2@h/x?token=hunter2&a=1',
      callback_headers: [{ name: 'X-Key', value: 'hunter2' }],
      callback_fields: '{"secret":"hunter2"}',
      name: 'n',
    })
    const draft = draftOf(filled, 'own')
    expect(JSON.stringify(draft)).not.toContain('hunter2')
    expect(draft).toMatchObject({
      config: 'a: { password: ***, token: "${env:T}" }\nurl: postgres://u:***@h/d\n',
      callback_headers: [{ name: 'X-Key', value: '' }],
      idempotency_key: '',
      name: 'n',
    })
    expect(losesSecrets(filled, draft)).toBe(true)
  })

  it('keeps a key that somebody chose, and loses nothing where nothing is secret', () => {
    const filled = form({ idempotency_key: 'mine', config: 'a: 1\n', callback_url: 'https://h/x' })
    expect(draftOf(filled, 'own').idempotency_key).toBe('mine')
    expect(losesSecrets(filled, draftOf(filled, 'own'))).toBe(false)
  })

  it('is the same as another where only the key and empty rows differ', () => {
    expect(isSameForm(form({}), form({ idempotency_key: 'x', labels: [{ name: '', value: '' }] }))).toBe(true)
    expect(isSameForm(form({}), form({ labels: [{ name: 'a', value: '' }] }))).toBe(false)
    expect(isSameForm(form({}), form({ doctor_first: true }))).toBe(false)
  })
})

describe('a run as the form holds it', () => {
  it('has what was asked for, the own labels, and which run it repeats; of headers only the names', () => {
    const run = aRun({
      ...{ run_id: 'r1', name: 'nightly', timeout_secs: 90, clock: '2026-01-01T00:00:00Z', tenant: 'acme' },
      labels: { team: 'data', pipeline: 'p', template: 't', rerun_of: 'r0' },
      selection: { select: ['a', 'b'], only: [], skip: [], tags: [], status: ['active'], include_parents: 'all' },
      callback: { url: 'https://u:p@h/x', method: 'PUT', headers: { 'X-Key': 'hunter2' }, on: ['failed'] },
    })
    const options = optionsOfRun(run)
    expect(options).toMatchObject({
      ...{ name: 'nightly', timeout: '90', clock: '2026-01-01T00:00:00Z', tenant: 'acme' },
      labels: [
        { name: 'team', value: 'data' },
        { name: 'rerun_of', value: 'r1' },
      ],
      ...{ select: 'a, b', row_status: ['active'], include_parents: 'all' },
      ...{ callback_url: 'https://h/x', callback_method: 'PUT', callback_headers: [{ name: 'X-Key', value: '' }] },
      callback_on: ['failed'],
    })
    expect(JSON.stringify(options)).not.toContain('hunter2')
    expect(options).not.toHaveProperty('idempotency_key')
  })
})
