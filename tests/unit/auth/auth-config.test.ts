import { describe, expect, it } from 'vitest'
import { type AuthSettings, BadAuthConfig, isLoopback, readAuth } from '@/lib/auth/auth-config'
import { PERMISSIONS } from '@/lib/auth/permissions'
import { can, permissionsOf, ROLES } from '@/lib/auth/roles'

const on = (more: Partial<AuthSettings>) => readAuth({ host: '127.0.0.1', ...more })
const file = (text: string, more: Partial<AuthSettings> = {}) => on({ file: { path: 'auth.yaml', text }, ...more })

const FILE = `
principals:
  - { name: ann, token: tok-ann, role: admin }
  - { name: acme-ops, token: tok-acme, role: operator, tenant: acme }
approvals:
  expire_secs: 3600
  rules:
    - { kinds: [run], roles: [operator] , min_approvers: 2 }
    - { principals: [ann], self_approve: true }
`

describe('the four modes', () => {
  it('makes one admin of a single token, who may approve their own requests', () => {
    const { mode, credentials, approvals } = on({ token: 't' })
    expect(mode).toBe('token')
    expect(credentials).toEqual([{ name: 'token', role: 'admin', tenant: null, token: 't' }])
    expect(approvals.rules[0]).toMatchObject({ roles: ['admin'], min_approvers: 1, self_approve: true })
  })

  it('makes read, write and admin of role tokens, any subset of them, without a rule', () => {
    expect(on({ readToken: 'r', writeToken: 'w', adminToken: 'a' }).credentials).toEqual([
      { name: 'read', role: 'viewer', tenant: null, token: 'r' },
      { name: 'write', role: 'operator', tenant: null, token: 'w' },
      { name: 'admin', role: 'admin', tenant: null, token: 'a' },
    ])
    expect(on({ writeToken: 'w' }).credentials.map(({ name }) => name)).toEqual(['write'])
    expect(on({ writeToken: 'w' }).approvals.rules).toEqual([])
  })

  it('reads principals and approval rules of the engine’s file, YAML or JSON', () => {
    const { mode, credentials, approvals } = file(FILE)
    expect(mode).toBe('file')
    expect(credentials).toEqual([
      { name: 'ann', role: 'admin', tenant: null, token: 'tok-ann' },
      { name: 'acme-ops', role: 'operator', tenant: 'acme', token: 'tok-acme' },
    ])
    expect(approvals.expireSecs).toBe(3600)
    expect(approvals.rules).toEqual([
      { kinds: ['run'], roles: ['operator'], principals: [], min_approvers: 2, self_approve: false },
      { kinds: [], roles: [], principals: ['ann'], min_approvers: 1, self_approve: true },
    ])
    expect(file('{"principals":[{"name":"a","token":"t","role":"viewer"}]}').credentials).toHaveLength(1)
  })

  it('resolves a token that names an environment variable', () => {
    const lookUp = (name: string) => (name === 'ANN' ? 'from-env' : undefined)
    const text = `principals: [{ name: a, token: "\${env:ANN}", role: viewer }]`
    expect(file(text, { lookUp }).credentials[0]?.token).toBe('from-env')
  })

  it('opens to everybody on loopback only', () => {
    expect(on({ open: true }).mode).toBe('open')
    expect(on({ open: true, host: '::1' }).mode).toBe('open')
    expect(() => on({ open: true, host: '0.0.0.0' })).toThrow(BadAuthConfig)
  })

  it.each<[string, Partial<AuthSettings>]>([
    ['no mode at all', {}],
    ['two modes at once', { token: 't', open: true }],
    ['a token beside role tokens', { token: 't', readToken: 'r' }],
    ['equal role tokens', { readToken: 'x', adminToken: 'x' }],
    ['a blank role token', { readToken: '  ' }],
  ])('refuses %s', (_, settings) => {
    expect(() => on(settings)).toThrow(BadAuthConfig)
  })

  it.each([
    ['nobody', 'principals: []'],
    ['an unknown key', 'principals: [{ name: a, token: t, role: viewer, colour: red }]'],
    ['an unknown top-level key', 'principals: [{ name: a, token: t, role: viewer }]\nowners: []'],
    ['an unknown role', 'principals: [{ name: a, token: t, role: owner }]'],
    ['an empty token', 'principals: [{ name: a, token: "", role: viewer }]'],
    ['a name twice', 'principals: [{ name: a, token: t, role: viewer }, { name: a, token: u, role: viewer }]'],
    ['a token twice', 'principals: [{ name: a, token: t, role: viewer }, { name: b, token: t, role: viewer }]'],
    ['a tenant that is no slug', 'principals: [{ name: a, token: t, role: viewer, tenant: "Not A Slug" }]'],
    ['a reference nobody resolves', `principals: [{ name: a, token: "\${secret:x}", role: viewer }]`],
    [
      'zero approvers',
      'principals: [{ name: a, token: t, role: viewer }]\napprovals: { rules: [{ min_approvers: 0 }] }',
    ],
    ['no expiry', 'principals: [{ name: a, token: t, role: viewer }]\napprovals: { expire_secs: 0 }'],
    ['what is no YAML', 'principals: [ {'],
    ['a list', '[]'],
  ])('refuses a file with %s and names the file', (_, text) => {
    expect(() => file(text)).toThrow(/^auth\.yaml: /)
  })

  it('knows loopback addresses', () => {
    expect(['localhost', '127.0.0.1', '127.1.2.3', '::1', '[::1]'].every(isLoopback)).toBe(true)
    expect(['0.0.0.0', '::', '10.0.0.1', 'example.com', '127.0.0.1.example.com'].some(isLoopback)).toBe(false)
  })
})

describe('roles', () => {
  it('hold 27 permissions, each role those of the one below', () => {
    expect(PERMISSIONS).toHaveLength(27)
    expect(ROLES.map((role) => permissionsOf(role).length)).toEqual([12, 21, 27])
    for (const permission of PERMISSIONS) {
      const held = ROLES.map((role) => can(role, permission))
      expect(held).toEqual([...held].sort((a, b) => Number(a) - Number(b)))
    }
  })
})
