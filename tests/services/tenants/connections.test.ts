import { beforeEach, describe, expect, it } from 'vitest'
import type { ConnectProvider } from '@/lib/auth/connect-providers'
import type { Deps } from '@/lib/contract/deps'
import { sealFormatOf } from '@/lib/contract/ports/vault'
import type { ConnectionRecord } from '@/lib/contract/records/connections'
import { recordOf } from '@/lib/contract/stored'
import type { Ctx, Outgoing } from '@/lib/services/kit/ctx'
import { deleteConnection } from '@/lib/services/tenants/delete-connection'
import { finishConnect } from '@/lib/services/tenants/finish-connect'
import { saveConnection } from '@/lib/services/tenants/save-connection'
import { startConnect } from '@/lib/services/tenants/start-connect'
import { createVault } from '@/lib/vault/vault'
import { at } from '../../support/clock'
import { ACME_BOSS, ADMIN, type CtxWorld, ctxWorld, OPERATOR, VIEWER } from '../../support/ctx'
import { aConnection, aSession, aTenant } from '../../support/tenants'
import { stamped } from '../../support/write-world'

const STATIC = { type: 'static', config: { token: 'tok-in-the-clear' } }
const NO_KEY: Partial<Deps> = { vault: createVault(null, []) }

let world: CtxWorld
beforeEach(async () => {
  world = ctxWorld()
  await world.store.tenants.upsert(aTenant())
})

const save = (input: Partial<Parameters<typeof saveConnection>[1]> = {}, deps: Partial<Deps> = {}) =>
  saveConnection(world.as(OPERATOR, deps), { tenant: 'acme', name: 'api', provider: STATIC, ...input })
const kept = async (name = 'api'): Promise<ConnectionRecord> =>
  recordOf((await world.store.tenants.getConnection('acme', name)) ?? expect.fail('no connection'))

describe('credentials', () => {
  it('are sealed: what was typed stands nowhere in the row', async () => {
    await save()
    const row = await world.store.tenants.getConnection('acme', 'api')
    expect(row?.text).not.toContain('tok-in-the-clear')
    const { sealed, provider_type, status } = await kept()
    expect([provider_type, status, sealFormatOf(sealed)]).toEqual(['static', 'active', 1])
    expect(world.as(ADMIN).deps.vault.open(sealed, 'connection:acme/api')).toEqual({ ok: true, value: STATIC })
    expect(await world.filed()).toMatchObject([
      { action: 'connection.upsert', tenant: 'acme', target: 'connection:acme/api', principal: 'ops-one' },
    ])
  })

  it('are bound to their row where every engine opens that, and are never written down again', async () => {
    await save({}, stamped(world, 3))
    const bound = await kept()
    expect(sealFormatOf(bound.sealed)).toBe(2)
    expect(world.as(ADMIN).deps.vault.open(bound.sealed, 'connection:acme/other').ok).toBe(false)
    await save()
    expect(sealFormatOf((await kept()).sealed)).toBe(2)
  })

  it('are stored anew: active again, as old as they were', async () => {
    await world.store.tenants.upsertConnection(
      aConnection({ status: 'needs_reauth', reauth_reason: 'gone', connect_provider: 'crm' }),
    )
    const before = await kept()
    await save()
    const after = await kept()
    expect(after).toMatchObject({ status: 'active', created_at: before.created_at, updated_by: 'ops-one' })
    expect([after.reauth_reason, after.connect_provider]).toEqual([undefined, undefined])
    expect(after.updated_at > before.updated_at).toBe(true)
  })

  it('replace nothing where they must be new', async () => {
    await save({ must_be_new: true })
    await expect(save({ must_be_new: true })).rejects.toMatchObject({
      code: 'conflict',
      message: "tenant 'acme' already has a connection 'api' (use PUT to replace it)",
    })
  })

  it('are checked in the order of engines: tenant, name, key, provider', async () => {
    const wrong = { tenant: 'none', name: 'Bad', provider: {} }
    await expect(save(wrong, NO_KEY)).rejects.toMatchObject({ code: 'not_found' })
    await expect(save({ ...wrong, tenant: 'acme' }, NO_KEY)).rejects.toMatchObject({ code: 'bad_config' })
    await expect(save({ provider: {} }, NO_KEY)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('this server has no vault key'),
    })
    await expect(save({ provider: {} })).rejects.toMatchObject({ code: 'bad_config' })
  })

  it('are their tenant’s alone', async () => {
    const input = { tenant: 'globex', name: 'api', provider: STATIC }
    await expect(saveConnection(world.as(ACME_BOSS), input)).rejects.toMatchObject({ code: 'not_found' })
    await expect(saveConnection(world.as(VIEWER), { ...input, tenant: 'acme' })).rejects.toMatchObject({
      code: 'forbidden',
    })
  })

  it('are removed, and filed', async () => {
    await save()
    await deleteConnection(world.as(OPERATOR), { tenant: 'acme', name: 'api' })
    expect(await world.store.tenants.getConnection('acme', 'api')).toBeNull()
    await expect(deleteConnection(world.as(OPERATOR), { tenant: 'acme', name: 'api' })).rejects.toMatchObject({
      code: 'not_found',
    })
    expect((await world.filed())[0]).toMatchObject({ action: 'connection.delete', target: 'connection:acme/api' })
  })
})

const CRM: ConnectProvider = {
  name: 'crm',
  authorize_url: 'https://idp.example/authorize?audience=api',
  token_url: 'https://idp.example/token',
  client_id: 'client 1',
  client_secret: 'the-client-secret',
  redirect_base: 'https://console.example/',
  scopes: ['read', 'offline_access'],
  scope_separator: ' ',
  extra_authorize_params: { prompt: 'consent', access_type: 'offline' },
  allowed_redirects: ['https://app.example/done', 'https://app.example/area/'],
}

describe('a sign-in at a provider', () => {
  let sent: Outgoing[]
  let answer: { status: number; text: string } | Error
  beforeEach(() => {
    sent = []
    answer = { status: 200, text: '{"access_token":"at","refresh_token":"rt-1"}' }
  })

  const ctx = (deps: Partial<Deps> = {}): Ctx => {
    const bare = world.as(OPERATOR, deps)
    return {
      ...bare,
      settings: { ...bare.settings, connectProviders: [CRM] },
      async send(out) {
        sent.push(out)
        if (answer instanceof Error) throw answer
        return answer
      },
    }
  }
  const start = (input: Partial<Parameters<typeof startConnect>[1]> = {}, deps: Partial<Deps> = {}) =>
    startConnect(ctx(deps), {
      tenant: 'acme',
      provider: 'crm',
      connection: 'crm-one',
      redirect: 'https://app.example/area/x?y=1#z',
      ...input,
    })
  const back = (more: Partial<Parameters<typeof finishConnect>[1]> = {}, deps: Partial<Deps> = {}) =>
    finishConnect(ctx(deps), { state: '0'.repeat(64), code: 'c', error: null, error_description: null, ...more })

  it('begins at the provider’s address and ends at the caller’s, with the refresh token sealed', async () => {
    const { authorize_url, expires_at } = await start()
    const url = new URL(authorize_url)
    expect(url.origin + url.pathname).toBe('https://idp.example/authorize')
    expect([...url.searchParams.keys()]).toEqual([
      'audience',
      'response_type',
      'client_id',
      'redirect_uri',
      'state',
      'code_challenge',
      'code_challenge_method',
      'scope',
      'access_type',
      'prompt',
    ])
    expect(url.searchParams.get('redirect_uri')).toBe('https://console.example/v1/connect/callback')
    expect(Date.parse(expires_at)).toBe(Date.parse('2026-11-30T12:10:00Z'))

    expect(await back()).toEqual({ redirect: 'https://app.example/area/x?y=1&connection=crm-one&status=ok#z' })
    expect(Object.fromEntries(new URLSearchParams(sent[0]?.body))).toEqual({
      grant_type: 'authorization_code',
      code: 'c',
      redirect_uri: 'https://console.example/v1/connect/callback',
      client_id: 'client 1',
      client_secret: 'the-client-secret',
      code_verifier: '0'.repeat(64),
    })
    const { sealed, provider_type, connect_provider, updated_by } = await kept('crm-one')
    expect([provider_type, connect_provider, updated_by]).toEqual(['oauth2_refresh', 'crm', 'ops-one'])
    const opened = world.as(ADMIN).deps.vault.open(sealed, 'connection:acme/crm-one')
    expect(opened).toEqual({
      ok: true,
      value: {
        type: 'oauth2_refresh',
        config: {
          token_url: 'https://idp.example/token',
          client_id: 'client 1',
          client_secret: 'the-client-secret',
          refresh_token: 'rt-1',
          scope: 'read offline_access',
        },
      },
    })
    expect(await world.filed()).toEqual([
      {
        action: 'connect.complete',
        principal: 'ops-one',
        role: 'operator',
        tenant: 'acme',
        target: 'connection:acme/crm-one',
        result: 'ok',
      },
      {
        action: 'connect.start',
        principal: 'ops-one',
        role: 'operator',
        tenant: 'acme',
        source_ip: '127.0.0.1',
        result: 'ok',
      },
    ])
  })

  it('is good for once', async () => {
    await start()
    await back()
    await expect(back()).rejects.toMatchObject({
      code: 'bad_config',
      message: 'unknown or already-used connect session; start the flow again',
    })
    await expect(back({ state: null })).rejects.toMatchObject({ message: 'missing `state`' })
    await expect(back({ state: 'a\u0000' })).rejects.toMatchObject({ code: 'bad_config' })
  })

  it.each([
    ['said no', { error: 'access_denied' }, 'access_denied'],
    ['named no code', { code: null }, 'missing_code'],
    ['named an empty code', { code: '' }, 'missing_code'],
  ] as const)('ends with what became of it when the provider %s', async (_, more, error) => {
    await start()
    expect((await back(more)).redirect).toContain(`connection=crm-one&status=error&error=${error}`)
    expect(sent).toEqual([])
    await expect(back()).rejects.toMatchObject({ code: 'bad_config' })
  })

  it.each([
    ['refuses the code', { status: 400, text: '{"error":"invalid_grant"}' }],
    ['answers no JSON', { status: 200, text: '<html>' }],
    ['gives no refresh token', { status: 200, text: '{"access_token":"secret-access-token"}' }],
    ['cannot be reached', new Error('connect ECONNREFUSED')],
  ])('tells the browser nothing but that it failed when the provider %s', async (_, said) => {
    await start()
    answer = said
    expect((await back()).redirect).toContain('status=error&error=exchange_failed')
    expect(await world.store.tenants.getConnection('acme', 'crm-one')).toBeNull()
    expect(JSON.stringify(world.warnings)).not.toMatch(/secret/)
  })

  it('lapses', async () => {
    await world.store.tenants.putConnectSession(aSession({ state: 's', expires_at: at('2026-11-30T11:00:00Z') }))
    expect((await back({ state: 's' })).redirect).toContain('error=expired')
  })

  it('leads nowhere for a tenant that is gone meanwhile', async () => {
    await start()
    const gone: Partial<Deps> = { tenants: { ...world.store.tenants, get: async () => null } }
    expect((await back({}, gone)).redirect).toContain('error=exchange_failed')
  })

  it('is refused in the order of engines', async () => {
    const wrong = { tenant: 'none', provider: 'none', connection: 'Bad', redirect: 'https://evil.example' }
    await expect(start(wrong, NO_KEY)).rejects.toMatchObject({ code: 'not_found' })
    await expect(start({ ...wrong, tenant: 'acme' }, NO_KEY)).rejects.toMatchObject({ code: 'unavailable' })
    await expect(start({ ...wrong, tenant: 'acme' })).rejects.toMatchObject({
      code: 'unprocessable',
      message: "unknown connect provider 'none' (configured: crm)",
    })
    await expect(start({ connection: 'Bad', redirect: 'https://evil.example' })).rejects.toMatchObject({
      code: 'bad_config',
    })
    await expect(start({ redirect: 'https://app.example/done.evil.example' })).rejects.toMatchObject({
      code: 'unprocessable',
      message:
        "redirect 'https://app.example/done.evil.example' is not under any of provider 'crm''s allowed_redirects",
    })
    expect(await world.filed()).toEqual([])
  })
})
