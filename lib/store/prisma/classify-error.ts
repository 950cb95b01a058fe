import 'server-only'
import { HistoryError, isHistoryError } from '@/lib/contract/errors'

/** The driver's typed cause inside a Prisma error. */
interface Cause {
  kind: string
  originalCode?: string
  code?: string
}

const UNREACHABLE_KINDS = new Set([
  'DatabaseNotReachable',
  'ConnectionClosed',
  'TlsConnectionError',
  'TooManyConnections',
])
const UNREACHABLE_STATES = /^(08...|57P01|57P02|57P03|53300)$/
const NETWORK = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOTFOUND', 'ETIMEDOUT', 'EHOSTUNREACH', 'EAI_AGAIN'])
const MISSING = new Set(['TableDoesNotExist', 'ColumnNotFound'])
const MISSING_STATES = new Set(['42P01', '42703'])

/** Any rejection of the driver as a HistoryError: decided from codes alone (storage.md §7), the text only travels along. */
export function classifyError(error: unknown): HistoryError {
  if (isHistoryError(error)) return error
  const cause = driverCause(error)
  const code = cause?.originalCode ?? cause?.code ?? codeOf(error)
  const message = error instanceof Error ? lastLine(error.message) : String(error)
  const make = (more: ConstructorParameters<typeof HistoryError>[2], kind: 'backend' | 'missing' = 'backend') =>
    new HistoryError(kind, message, { ...more, cause: error })

  if ((cause && MISSING.has(cause.kind)) || MISSING_STATES.has(code))
    return make({ transience: 'permanent' }, 'missing')
  if ((cause && UNREACHABLE_KINDS.has(cause.kind)) || UNREACHABLE_STATES.test(code) || NETWORK.has(code)) {
    return make({ transience: 'transient', unreachable: true })
  }
  if (isPoolTimeout(error)) return make({ transience: 'transient', unreachable: true, notApplied: true })
  if (/^SQLITE_(BUSY|LOCKED)/.test(code) || code === '40001' || code === '40P01') {
    return make({ transience: 'transient', notApplied: true })
  }
  if (cause !== undefined || /^SQLITE_/.test(code) || /^[0-9A-Z]{5}$/.test(code))
    return make({ transience: 'permanent' })
  return make({ transience: 'unknown' })
}

function driverCause(error: unknown): Cause | undefined {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 5; depth++) {
    const meta = (at as { meta?: { driverAdapterError?: { cause?: unknown } } }).meta?.driverAdapterError?.cause
    for (const candidate of [meta, (at as { cause?: unknown }).cause]) {
      if (isCause(candidate)) return candidate
    }
    at = at.cause
  }
  return undefined
}

const isCause = (value: unknown): value is Cause =>
  typeof value === 'object' && value !== null && 'kind' in value && typeof value.kind === 'string'

function codeOf(error: unknown): string {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    const code = (at as { code?: unknown }).code
    if (typeof code === 'string' && !/^P\d{4}$/.test(code)) return code
  }
  return ''
}

/** Prisma's own codes for a connection that was never made. */
function isPoolTimeout(error: unknown): boolean {
  const code = error instanceof Error ? (error as { code?: unknown }).code : undefined
  return code === 'P1001' || code === 'P1002' || code === 'P1017' || code === 'P2024'
}

const lastLine = (message: string) => message.trim().split('\n').at(-1) ?? ''
