import { describe, expect, it } from 'vitest'
import { parseTemplateId, templateIdOfName } from '@/lib/derive/template-id'

describe('a template id', () => {
  it.each([
    'a',
    '9',
    'orders-report',
    'under_score',
    'acme/billing',
    'a'.repeat(64),
    `${'o'.repeat(64)}/${'n'.repeat(64)}`,
  ])('may be %s', (id) => expect(parseTemplateId(id)).toEqual({ ok: true, id }))

  it('is trimmed', () => expect(parseTemplateId('  orders ')).toEqual({ ok: true, id: 'orders' }))

  it.each([
    ['', 'template id must not be empty — pass one with `--id`, or give the config a `name:`'],
    ['   ', 'template id must not be empty — pass one with `--id`, or give the config a `name:`'],
    ['a'.repeat(65), `template id '${'a'.repeat(65)}' has a segment longer than 64 characters`],
    // Length is measured in bytes and comes before the characters.
    ['é'.repeat(33), `template id '${'é'.repeat(33)}' has a segment longer than 64 characters`],
    ['X'.repeat(65), `template id '${'X'.repeat(65)}' has a segment longer than 64 characters`],
  ])('must not be %j', (text, reason) => {
    expect(parseTemplateId(text)).toEqual({ ok: false, message: `config error: ${reason}` })
  })

  it.each(['Bad Id', 'a/b/c', '/a', 'a/', '-a', '_a', 'a.b', 'A', 'é', 'a/-b'])('must not be %s', (text) => {
    expect(parseTemplateId(text)).toEqual({
      ok: false,
      message:
        `config error: invalid template id '${text}' — ids must match ^[a-z0-9][a-z0-9_-]*$, optionally prefixed by an ` +
        '`owner/` namespace of the same shape (lowercase letters, digits, `-`, `_`; first character alphanumeric)',
    })
  })

  it.each([
    ['Tenant Sync (prod)', 'tenant-sync-prod'],
    ['Under_Score  (2nd)', 'under-score-2nd'],
    ['a'.repeat(70), 'a'.repeat(64)],
    [`${'a'.repeat(63)} b`, 'a'.repeat(63)],
    ['Größe 7', 'gr-e-7'],
  ])('of the name %s is %s', (name, id) => {
    expect(templateIdOfName(name)).toEqual({ ok: true, id })
  })

  it('cannot come from a name without letters and digits', () => expect(templateIdOfName('!!!').ok).toBe(false))
})
