import { z } from 'zod'
import { authorizeUrl, challengeOf, isAllowedRedirect } from '@/lib/derive/connect-flow'
import { instantText, shortestText } from '@/lib/derive/instant-text'
import { nanosOf } from '@/lib/derive/instants'
import { slugError } from '@/lib/derive/slug'
import { StartConnectBody } from '@/lib/derive/tenant-requests'
import { AppError, notFound } from '../kit/app-error'
import { defineCommand } from '../kit/use-case'
import { formatFor, requireKey } from './internal-sealing'

/** How long somebody may take to sign in. */
const WINDOW_NANOS = 600n * 1_000_000_000n

/** Begins a sign-in at a provider: where the browser goes, and a session that its way back finds (governance.md 4.2). */
export const startConnect = defineCommand({
  label: 'connect.start',
  permission: 'connection_manage',
  scope: 'tenant',
  input: z.object({ ...StartConnectBody.shape, tenant: z.string(), provider: z.string() }),
  needs: ['tenants', 'vault', 'store'],
  async run({ tenants, vault, store }, { tenant, provider: name, connection, redirect }, ctx) {
    if ((await tenants.get(tenant)) === null) throw notFound()
    requireKey(vault)
    const { connectProviders } = ctx.settings
    const provider = connectProviders.find((one) => one.name === name)
    if (provider === undefined) {
      const names = connectProviders.map((one) => one.name).join(', ')
      throw new AppError('unprocessable', `unknown connect provider '${name}' (configured: ${names})`)
    }
    const badName = slugError('connection name', connection)
    if (badName !== null) throw new AppError('bad_config', badName)
    if (!isAllowedRedirect(redirect, provider.allowed_redirects)) {
      throw new AppError(
        'unprocessable',
        `redirect '${redirect}' is not under any of provider '${name}''s allowed_redirects`,
      )
    }
    const [state, verifier] = [ctx.newSecret(), ctx.newSecret()]
    const now = ctx.now()
    const expires_at = instantText(nanosOf(now) + WINDOW_NANOS)
    await tenants.putConnectSession({
      state,
      tenant,
      provider: name,
      connection,
      redirect,
      sealed_verifier: vault.seal(verifier, `connect-session:${state}`, await formatFor(store, undefined)),
      created_by: ctx.principal.name,
      created_at: shortestText(now),
      expires_at,
    })
    return {
      authorize_url: authorizeUrl(provider, { state, challenge: challengeOf(ctx.sha256(verifier)) }),
      expires_at,
    }
  },
  audit: (_, { tenant }) => [{ action: 'connect.start', tenant }],
})
