/**
 * Never passed on: who is asking and from where is ours to say, a browser's Origin, Host and cookies make an engine
 * refuse or believe the wrong thing, and the connection is another one.
 */
const OURS = new Set([
  'authorization',
  'cookie',
  'host',
  'origin',
  'referer',
  'forwarded',
  'via',
  'x-real-ip',
  'connection',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
  'content-length',
  // What comes back must be readable here.
  'accept-encoding',
])
const OUR_FAMILIES = /^(proxy-|x-forwarded-|sec-|access-control-|x-middleware-|x-invoke-|next-|rsc$)/
const NAME = /^[a-z0-9!#$%&'*+.^_`|~-]+$/

/** The headers of a call that may reach an engine, with the caller's token. */
export function headersFor(
  given: Readonly<Record<string, string>>,
  token: string | null,
): Readonly<Record<string, string>> {
  const kept = Object.entries(given)
    .map(([name, value]) => [name.toLowerCase(), value] as const)
    .filter(([name, value]) => NAME.test(name) && !OURS.has(name) && !OUR_FAMILIES.test(name) && !/[\r\n]/.test(value))
  return { ...Object.fromEntries(kept), ...(token !== null && { authorization: `Bearer ${token}` }) }
}
