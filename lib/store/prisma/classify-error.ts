import 'server-only'
import { HistoryError, isHistoryError } from '@/lib/contract/errors'

/** The driver's typed cause inside a Prisma error. */
interface Cause {
  kind: string
  originalCode?: string
  originalMessage?: string
}

const UNREACHABLE_KINDS = new Set([
  'DatabaseNotReachable',
  'ConnectionClosed',
  'TlsConnectionError',
  'TooManyConnections',
])
const UNREACHABLE_STATES = /^(08...|57P01|57P02|57P03|53300)$/
const NETWORK = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'],
  ...['EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENETDOWN', 'EADDRNOTAVAIL'],
])
/** Prisma's own: server not reachable, timed out, closed the connection, no free connection. */
const PRISMA_UNREACHABLE = new Set(['P1001', 'P1002', 'P1017', 'P2024'])
/** Prisma's own: a transaction that did not begin or end in its time. */
const PRISMA_EXPIRED = 'P2028'
const MISSING_KINDS = new Set(['TableDoesNotExist', 'ColumnNotFound'])
const MISSING_STATES = new Set(['42P01', '42703'])
const SQLSTATE = /^(?=.*\d)[0-9A-Z]{5}$/

/** Any rejection of the driver as a HistoryError: decided from codes alone (storage.md §7), the text only travels along. */
export function classifyError(error: unknown): HistoryError {
  if (isHistoryError(error)) return error
  const chain = chainOf(error)
  const cause = causeOf(chain)
  const codes = [cause?.originalCode, ...chain.map(codeOf)].filter((code) => code !== undefined)
  const code = codes.find((each) => !isPrismaCode(each)) ?? ''
  const message = cause?.originalMessage ?? textOf(error)
  const verdict = (more: {
    transience: 'transient' | 'permanent' | 'unknown'
    unreachable?: true
    notApplied?: true
  }) => new HistoryError('backend', message, { ...more, cause: error })

  if (MISSING_KINDS.has(cause?.kind ?? '') || MISSING_STATES.has(code))
    return new HistoryError('missing', message, { transience: 'permanent', cause: error })
  if (
    UNREACHABLE_KINDS.has(cause?.kind ?? '') ||
    UNREACHABLE_STATES.test(code) ||
    NETWORK.has(code) ||
    codes.some((each) => PRISMA_UNREACHABLE.has(each))
  )
    return verdict({ transience: 'transient', unreachable: true })
  if (/^SQLITE_(BUSY|LOCKED)/.test(code) || code === '40001' || code === '40P01')
    return verdict({ transience: 'transient', notApplied: true })
  if (cause?.kind === 'SocketTimeout') return verdict({ transience: 'transient', unreachable: true })
  if (codes.includes(PRISMA_EXPIRED)) return verdict({ transience: 'transient' })
  if (cause !== undefined || /^SQLITE_/.test(code) || SQLSTATE.test(code)) return verdict({ transience: 'permanent' })
  return verdict({ transience: 'unknown' })
}

/** Is it the server's certificate that is refused? Nothing that passes by itself. */
export const isCertificateRefused = (error: HistoryError): boolean =>
  causeOf(chainOf(error))?.kind === 'TlsConnectionError'

/** The driver's own code behind a HistoryError: an SQLSTATE, `SQLITE_…`, an errno; empty when it gave none. */
export function driverCode(error: HistoryError): string {
  const chain = chainOf(error)
  return (
    causeOf(chain)?.originalCode ?? chain.map(codeOf).find((code) => code !== undefined && !isPrismaCode(code)) ?? ''
  )
}

/** Error, its cause, and so on; a circle ends it. */
function chainOf(error: unknown): object[] {
  const chain: object[] = []
  for (let at = error; typeof at === 'object' && at !== null && !chain.includes(at); at = (at as Error).cause)
    chain.push(at)
  return chain
}

function causeOf(chain: readonly object[]): Cause | undefined {
  for (const at of chain) {
    const inside = (at as { meta?: { driverAdapterError?: { cause?: unknown } } }).meta?.driverAdapterError?.cause
    if (isCause(inside)) return inside
    // The adapter's own error, when it was thrown before Prisma could wrap it; a HistoryError has a kind, too.
    if (!(at instanceof Error) && isCause(at)) return at
  }
  return undefined
}

const isCause = (value: unknown): value is Cause =>
  typeof value === 'object' && value !== null && 'kind' in value && typeof value.kind === 'string'

function codeOf(at: object): string | undefined {
  const { code, errorCode } = at as { code?: unknown; errorCode?: unknown }
  return [code, errorCode].find((each) => typeof each === 'string')
}

const isPrismaCode = (code: string) => /^P[12]\d{3}$/.test(code)

const textOf = (error: unknown) =>
  (error instanceof Error ? error.message : String(error)).trim().split('\n').at(-1) ?? ''
