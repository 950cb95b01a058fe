import { EMPTY_FORM, type Pair, type SubmissionForm } from './submission-form'

/** The submit form as a browser sends it without scripts: every member under its own name, rows as repeated fields. */
export function formOf(data: FormData): SubmissionForm {
  const text = (name: string): string => {
    const value = data.get(name)
    // Browsers send line ends as CRLF.
    return typeof value === 'string' ? value.replace(/\r\n/g, '\n') : ''
  }
  const texts = (name: string): string[] => data.getAll(name).filter((value) => typeof value === 'string')
  const pairs = (name: string): Pair[] => {
    const values = texts(`${name}_value`)
    return texts(`${name}_name`).map((key, index) => ({ name: key, value: values[index] ?? '' }))
  }
  const form = Object.fromEntries(
    Object.entries(EMPTY_FORM).map(([name, empty]) => {
      if (typeof empty === 'boolean') return [name, data.has(name)]
      if (typeof empty === 'string') return [name, text(name)]
      return [name, PAIRS.has(name) ? pairs(name) : texts(name)]
    }),
  ) as unknown as SubmissionForm
  return { ...form, config_format: text('config_format') === 'json' ? 'json' : 'yaml' }
}

const PAIRS: ReadonlySet<string> = new Set(['labels', 'callback_headers'])
