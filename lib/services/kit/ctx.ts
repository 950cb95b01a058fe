import type { ApprovalPolicy } from '@/lib/auth/auth-config'
import type { ConnectProvider } from '@/lib/auth/connect-providers'
import type { Principal } from '@/lib/auth/principal'
import type { Deps } from '@/lib/contract/deps'
import type { ChangeKind } from '@/lib/contract/records/changes'
import type { Timestamp } from '@/lib/contract/records/primitives'

/** Where a verb says what it cannot tell its caller. Facts never hold a token or a secret. */
export interface Log {
  warn(message: string, facts?: Readonly<Record<string, unknown>>): void
}

/** What the console was started with, as far as answers repeat it. */
export interface Settings {
  localOutputs: {
    previewEnabled: boolean
    /** 0: no limit. */
    previewDefaultRows: number
    /** 0: no limit. */
    previewMaxRows: number
    /** 0: for ever. */
    retentionDays: number
  }
  /** Of the providers file, by name. Only names and scopes may leave the server. */
  connectProviders: readonly ConnectProvider[]
  /** What is done only after others have approved it, whoever asks. */
  requireApproval: readonly ChangeKind[]
}

/** One request to somebody else's server. */
export interface Outgoing {
  url: string
  method: string
  headers: Readonly<Record<string, string>>
  body: string
  timeoutMs: number
}

/** Everything a verb knows of the world: it has no other way to time, ids or hashes. */
export interface Ctx {
  principal: Principal
  deps: Deps
  settings: Settings
  /** Who may approve what, and how long a request waits for it. */
  approvals: ApprovalPolicy
  now(): Timestamp
  /** UUIDv7. */
  newId(): string
  /** 64 random hex digits. */
  newSecret(): string
  sha256(text: string): string
  /**
   * The only way out of the server: follows no redirect, reaches no link-local address, reads at most 1 MiB of the answer.
   * Rejects when there is none.
   */
  send(request: Outgoing): Promise<{ status: number; text: string }>
  requestId: string
  /** Address of the socket's peer; null: not called over the network. */
  sourceIp: string | null
  log: Log
  /** Hears of changes: `next` names the topics that may have changed since the last time; none once the signal ends it. */
  hear(topics: readonly string[], signal: AbortSignal): { next(): Promise<string[]> }
}

/** What the address alone names, before any body or query was looked at. */
export interface Subject {
  run_id?: unknown
  tenant?: unknown
}
