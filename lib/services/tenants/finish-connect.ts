import type { ConnectProvider } from '@/lib/auth/connect-providers'
import { isJsonObject, parseJson } from '@/lib/contract/json'
import type { ConnectSession } from '@/lib/contract/records/connections'
import { recordOf } from '@/lib/contract/stored'
import { callbackUri, withParams } from '@/lib/derive/connect-flow'
import { nanosOf } from '@/lib/derive/instants'
import { AppError } from '../kit/app-error'
import { file } from '../kit/audit'
import type { Ctx } from '../kit/ctx'
import { refuseNul } from '../kit/nul'
import { putConnection } from './internal-connection'

const EXCHANGE_MS = 30_000

/** What a provider says when it sends somebody back. */
export interface ConnectReturn {
  state: string | null
  code: string | null
  error: string | null
  error_description: string | null
}

/**
 * Ends a sign-in: nobody is asked who they are, the state is the proof, and it is good for once, whatever comes of it
 * (governance.md 4.3). From the session on, what goes wrong is told to whoever began it, by the redirect.
 */
export async function finishConnect(ctx: Ctx, back: ConnectReturn): Promise<{ redirect: string }> {
  refuseNul(back)
  const { state, code, error } = back
  if (state === null || state === '') throw new AppError('bad_config', 'missing `state`')
  const row = await ctx.deps.tenants.takeConnectSession(state)
  if (row === null) {
    throw new AppError('bad_config', 'unknown or already-used connect session; start the flow again')
  }
  const session = recordOf(row)
  const failed = (why: string) => to(session, ['status', 'error'], ['error', why])
  if (nanosOf(session.expires_at) <= nanosOf(ctx.now())) return failed('expired')
  if (error !== null) {
    const { tenant, provider } = session
    ctx.log.warn('a sign-in was refused at the provider', { tenant, provider, error, why: back.error_description })
    return failed(error)
  }
  if (code === null || code === '') return failed('missing_code')
  try {
    await complete(ctx, session, code)
  } catch (why) {
    const { tenant, provider } = session
    ctx.log.warn('a sign-in could not be completed', { tenant, provider, error: why })
    return failed('exchange_failed')
  }
  return to(session, ['status', 'ok'])
}

const to = ({ redirect, connection }: ConnectSession, ...params: [string, string][]) => ({
  redirect: withParams(redirect, [['connection', connection], ...params]),
})

async function complete(ctx: Ctx, session: ConnectSession, code: string): Promise<void> {
  const { tenant, connection, created_by, state, sealed_verifier } = session
  const { tenants, vault } = ctx.deps
  const provider = ctx.settings.connectProviders.find(({ name }) => name === session.provider)
  if (provider === undefined) throw new Error('the provider is no longer configured')
  if (!vault.hasKey) throw new Error('there is no vault key')
  // Nothing would ever remove what is stored for a tenant that is gone.
  if ((await tenants.get(tenant)) === null) throw new Error('the tenant is gone')
  const verifier = vault.open(sealed_verifier, `connect-session:${state}`)
  if (!verifier.ok || typeof verifier.value !== 'string')
    throw new Error('the session cannot be opened with this vault key')
  const refresh_token = await exchange(ctx, provider, code, verifier.value)
  const { token_url, client_id, client_secret, scopes, scope_separator } = provider
  const scope = scopes.length > 0 && { scope: scopes.join(scope_separator) }
  await putConnection(
    ctx.deps,
    {
      tenant,
      name: connection,
      provider: {
        type: 'oauth2_refresh',
        config: { token_url, client_id, client_secret, refresh_token, ...scope },
      },
      by: created_by,
      connectProvider: provider.name,
    },
    ctx,
  )
  await file(ctx, {
    action: 'connect.complete',
    tenant,
    target: `connection:${tenant}/${connection}`,
    by: { name: created_by, role: 'operator', tenant },
  })
}

/** The refresh token that the code stands for. What else the provider answers is neither kept nor told: it may be a token. */
async function exchange(ctx: Ctx, provider: ConnectProvider, code: string, verifier: string): Promise<string> {
  const { token_url, client_id, client_secret } = provider
  const form = {
    grant_type: 'authorization_code',
    code,
    redirect_uri: callbackUri(provider),
    client_id,
    client_secret,
    code_verifier: verifier,
  }
  const { status, text } = await ctx.send({
    url: token_url,
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: new URLSearchParams(form).toString(),
    timeoutMs: EXCHANGE_MS,
  })
  if (status < 200 || status > 299) throw new Error(`the provider answered HTTP ${status}`)
  const answer = readObject(text)
  const token = answer?.['refresh_token']
  if (typeof token === 'string' && token !== '') return token
  throw new Error(
    answer === null
      ? 'the provider did not answer with a JSON object'
      : 'the provider returned no refresh_token: request offline access (extra_authorize_params)',
  )
}

function readObject(text: string) {
  try {
    const value = parseJson(text)
    return isJsonObject(value) ? value : null
  } catch {
    return null
  }
}
