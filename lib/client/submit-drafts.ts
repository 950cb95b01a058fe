import { z } from 'zod'
import { EMPTY_FORM, type SubmissionForm } from '@/lib/derive/submission-form'

/** One for each run that somebody started from, and one for those who started from nothing. */
const MOST = 5
const LONGEST = 400_000
const KEPT_MS = 14 * 86_400_000

const Pairs = z.array(z.object({ name: z.string(), value: z.string() }))
const Draft = z.object({
  from: z.string().nullable(),
  at: z.number(),
  form: z.looseObject({
    config: z.string(),
    config_format: z.enum(['yaml', 'json']),
    labels: Pairs,
    callback_headers: Pairs,
    row_status: z.array(z.string()),
    callback_on: z.array(z.string()),
    doctor_first: z.boolean(),
    require_approval: z.boolean(),
  }),
})
export interface KeptDraft {
  from: string | null
  at: number
  form: SubmissionForm
}

/** What this browser keeps for that person of that start; null: nothing. */
export const keptDraft = (user: string, from: string | null): KeptDraft | null =>
  all(user).find((draft) => draft.from === from) ?? null

/** Whether it could be kept. */
export function keepDraft(user: string, from: string | null, form: SubmissionForm): boolean {
  if (form.config.length > LONGEST) return false
  const others = all(user).filter((draft) => draft.from !== from)
  return write(user, [{ from, at: Date.now(), form }, ...others].slice(0, MOST))
}

export const dropDraft = (user: string, from: string | null): boolean =>
  write(
    user,
    all(user).filter((draft) => draft.from !== from),
  )

const place = (user: string): string => `faucet-console:submit-drafts:${user}`

function all(user: string): KeptDraft[] {
  try {
    const read = z.array(Draft.nullable().catch(null)).safeParse(JSON.parse(localStorage.getItem(place(user)) ?? '[]'))
    if (!read.success) return []
    return read.data.flatMap((draft) => {
      if (draft === null || Date.now() - draft.at > KEPT_MS) return []
      // What an older console kept lacks what came later, and anything else that stands there is no field of ours.
      const fields = Object.entries(EMPTY_FORM).map(([name, empty]) => {
        const value = draft.form[name]
        return [name, typeof value === typeof empty ? value : empty]
      })
      return [{ from: draft.from, at: draft.at, form: Object.fromEntries(fields) as unknown as SubmissionForm }]
    })
  } catch {
    // A browser that keeps nothing has no drafts.
    return []
  }
}

function write(user: string, drafts: readonly KeptDraft[]): boolean {
  try {
    if (drafts.length === 0) localStorage.removeItem(place(user))
    else localStorage.setItem(place(user), JSON.stringify(drafts))
    return true
  } catch {
    return false
  }
}
