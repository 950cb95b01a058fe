const SEGMENT = /^[a-z0-9][a-z0-9_-]*$/
const SEGMENT_BYTES = 64

export type TemplateIdOutcome = { ok: true; id: string } | { ok: false; message: string }

/** A template id: a slug, with one `owner/` before it if need be. Messages are the engine's. */
export function parseTemplateId(text: string): TemplateIdOutcome {
  const id = text.trim()
  if (id === '') return no('template id must not be empty — pass one with `--id`, or give the config a `name:`')
  const segments = id.split('/')
  if (segments.some((segment) => new TextEncoder().encode(segment).length > SEGMENT_BYTES)) {
    return no(`template id '${id}' has a segment longer than ${SEGMENT_BYTES} characters`)
  }
  if (segments.length > 2 || !segments.every((segment) => SEGMENT.test(segment))) {
    return no(
      `invalid template id '${id}' — ids must match ^[a-z0-9][a-z0-9_-]*$, optionally prefixed by an \`owner/\` ` +
        'namespace of the same shape (lowercase letters, digits, `-`, `_`; first character alphanumeric)',
    )
  }
  return { ok: true, id }
}

/** The id of a config that has only a name. */
export const templateIdOfName = (name: string): TemplateIdOutcome =>
  parseTemplateId(
    name
      .replace(/[^A-Za-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .toLowerCase()
      .slice(0, SEGMENT_BYTES)
      .replace(/-+$/, ''),
  )

const no = (reason: string): TemplateIdOutcome => ({ ok: false, message: `config error: ${reason}` })
