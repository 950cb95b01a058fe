import { describe, expect, it } from 'vitest'
import { firstLine, shortId, visible } from '@/lib/format/text'

describe('text from elsewhere', () => {
  it('shows control characters instead of obeying them', () => {
    expect(visible('a\u001b[31mred\u0007\u007f\u0085\tb\nc')).toBe('a\\x1b[31mred\\x07\\x7f\\x85\tb\nc')
    expect(visible('safe\u202egpj.exe')).toBe('safe\\u202egpj.exe')
    expect(visible('<script>größe 日本 ☕ 👩‍💻</script>')).toBe('<script>größe 日本 ☕ 👩‍💻</script>')
  })

  it('takes the first line that says something, cut', () => {
    expect(firstLine('\n  one\ntwo')).toBe('one')
    expect(firstLine('x'.repeat(400), 10)).toBe(`${'x'.repeat(10)}…`)
    expect(firstLine('')).toBe('')
  })

  it('shortens an id in the middle', () => {
    expect(shortId('01a22c90-eac7-7605-88cd-8373574deb99')).toBe('01a22c90…4deb99')
    expect(shortId('row-0')).toBe('row-0')
  })
})
