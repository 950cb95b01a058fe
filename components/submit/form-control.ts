import type { SubmissionForm } from '@/lib/derive/submission-form'

/** The form in a part of the page: what its fields hold, how they change, and what is wrong with them. */
export interface FormControl {
  form: SubmissionForm
  set<K extends keyof SubmissionForm>(name: K, value: SubmissionForm[K]): void
  /** A field that was left is told what is wrong with it. */
  leave(field: string): void
  /** What to say under a field; null: nothing, or not yet. */
  problemOf(field: string): string | null
}

/** Takes the reader to the control that a problem is about. */
export function goToField(field: string): void {
  const control = document.querySelector<HTMLElement>(`[data-field="${CSS.escape(field)}"]`)
  control?.closest('details')?.setAttribute('open', '')
  const target = control?.matches('input, textarea, select, button')
    ? control
    : control?.querySelector<HTMLElement>('input, textarea, select, button, [contenteditable=true]')
  target?.focus()
  target?.scrollIntoView({ block: 'center' })
}
