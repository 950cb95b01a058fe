import { describe, expect, it } from 'vitest'
import { shownConfig } from '@/lib/derive/shown-config'

const YAML = `# by hand
name: orders
pipeline:
  source: { type: rest, config: { base_url: "https://ann:pw-1234@host/x", token: tok-1234, auth: { ref: api } } }
  sink: { type: jsonl, config: { path: out.jsonl, api_key: "\${env:KEY}", password: "" } }
`

describe('the config of a run', () => {
  it('is as it was written for who may see it so, without secrets', () => {
    const shown = shownConfig(YAML, 'yaml', true)
    expect(shown?.redacted).toBe(true)
    expect(shown?.body).toContain('# by hand')
    expect(shown?.body).not.toMatch(/pw-1234|tok-1234/)
    expect(shownConfig('name: a\n', 'yaml', true)).toEqual({ body: 'name: a\n', redacted: false })
  })

  it('is printed anew for everybody else: no comment, no secret, references and empty values stay', () => {
    const shown = shownConfig(YAML, 'yaml', false)
    expect(shown?.redacted).toBe(true)
    expect(shown?.body).not.toMatch(/by hand|pw-1234|tok-1234/)
    expect(shown?.body).toContain("token: '***'")
    expect(shown?.body).toContain(`api_key: \${env:KEY}`)
    expect(shown?.body).toContain("password: ''")
  })

  it('keeps its format, and integers beyond 2^53 in YAML', () => {
    expect(shownConfig('{"name":"a","secret":"s-1"}', 'json', false)).toEqual({
      body: '{\n  "name": "a",\n  "secret": "***"\n}',
      redacted: true,
    })
    expect(shownConfig('id: 9007199254740993\n', 'yaml', false)).toEqual({
      body: 'id: 9007199254740993\n',
      redacted: false,
    })
  })

  it('is nothing for others when it cannot be read: what in it is secret cannot be told', () => {
    expect(shownConfig('a: [', 'yaml', false)).toBeNull()
    expect(shownConfig('{"a":', 'json', false)).toBeNull()
    expect(shownConfig('a: [', 'yaml', true)).toEqual({ body: 'a: [', redacted: false })
  })
})
