import { describe, expect, it } from 'vitest'
import {
  readShellLook,
  type ShellLook,
  shellCookie,
  USUAL_SHELL,
  withTenant,
  writeShellLook,
} from '@/lib/url/shell-look'

const look: ShellLook = { isHidden: true, folded: ['Admin', 'Operate & co'], tenant: 'a=b; c' }

describe('how the frame is drawn', () => {
  it('comes back as it was written', () => {
    const [pair = ''] = writeShellLook('ada', look).split('; ')
    const [name, value] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]
    expect(name).toBe(shellCookie('ada'))
    expect(value).not.toMatch(/[;\s]/)
    expect(readShellLook(value)).toEqual(look)
  })

  it('is each user’s own, and as usual where nothing can be read', () => {
    expect(shellCookie('ada')).not.toBe(shellCookie('bob'))
    expect(readShellLook(undefined)).toEqual(USUAL_SHELL)
    expect(readShellLook('%E0%A4%A')).toEqual(USUAL_SHELL)
    expect(readShellLook(encodeURIComponent(`tenant=${'x'.repeat(300)}`))).toEqual(USUAL_SHELL)
  })
})

describe('the same page for one tenant', () => {
  it('begins at its first page and keeps its filters', () => {
    expect(withTenant('/runs', '?status=failed&cursor=x&tenant=old', 'acme')).toBe('/runs?status=failed&tenant=acme')
    expect(withTenant('/pipelines', '?tenant=old&page=3', null)).toBe('/pipelines')
  })
})
