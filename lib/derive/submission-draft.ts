import { hideConfigSecrets, hideInAddresses } from './config-secrets'
import { HIDDEN } from './mask'
import type { SubmissionForm } from './submission-form'

/** What a browser may keep of a form: everything but what is named like a secret, and the key of one sending. */
export function draftOf(form: SubmissionForm, ownKey: string): SubmissionForm {
  return {
    ...form,
    config: hideConfigSecrets(form.config, HIDDEN),
    idempotency_key: form.idempotency_key === ownKey ? '' : form.idempotency_key,
    callback_url: hideInAddresses(form.callback_url.replace(/^([^/?#]*\/\/)[^/?#]*@/, '$1'), HIDDEN),
    callback_headers: form.callback_headers.map(({ name }) => ({ name, value: '' })),
    callback_fields: hideConfigSecrets(form.callback_fields, HIDDEN),
  }
}

/** Would somebody who comes back to the draft have to give something again? */
export const losesSecrets = (form: SubmissionForm, draft: SubmissionForm): boolean =>
  form.config !== draft.config ||
  form.callback_url !== draft.callback_url ||
  form.callback_fields !== draft.callback_fields ||
  form.callback_headers.some(({ value }) => value !== '')

/** Do both say the same, empty rows aside? */
export function isSameForm(a: SubmissionForm, b: SubmissionForm): boolean {
  const names = Object.keys(a) as (keyof SubmissionForm)[]
  return names.every((name) => name === 'idempotency_key' || textOf(a[name]) === textOf(b[name]))
}

function textOf(value: SubmissionForm[keyof SubmissionForm]): string {
  if (!Array.isArray(value)) return String(value)
  return JSON.stringify(value.filter((one) => typeof one === 'string' || one.name + one.value !== ''))
}
