/** Which engines are meant: whichever answers first, every configured one in turn, or the one of that instance id. */
export type EngineWhere = 'any' | 'each' | { instance: string }

/** One call of a running engine, as a caller put it to us. */
export interface EngineCall {
  method: string
  /** Path and query as they were asked, percent-encoded; begins with `/v1/`, or is `/readyz` or `/metrics`. */
  target: string
  /**
   * What the caller sent along. Whatever says who, from where or how the connection runs (authorization, cookies, host,
   * origin, forwarding) is dropped on the way, whoever put it in.
   */
  headers: Readonly<Record<string, string>>
  /** Null: no body. */
  body: string | null
  /** Name of the principal whose own token goes along; null: none does. */
  principal: string | null
  where: EngineWhere
  /** How long the whole answer may take, event streams aside. */
  timeoutMs: number
  /** Ends the call when its caller goes away. */
  signal?: AbortSignal
}

export type EngineReply =
  | {
      kind: 'reply'
      status: number
      /** Content type, `Retry-After` and, of a redirect that is the answer itself, `Location`. */
      headers: { contentType: string | null; retryAfter: string | null; location: string | null }
      /** An event stream flows as it comes; everything else has arrived whole. */
      body: string | ReadableStream<Uint8Array>
    }
  /** Nobody did what was asked, or nobody can say whether it was done: the reason tells which. */
  | { kind: 'unavailable'; reason: string }

/** How a configured engine does, as it says itself; null: it did not say. */
export interface EngineState {
  /** Of its address, for people. */
  host: string
  /** Why it did not answer; null: it did. */
  unreachable: string | null
  version: string | null
  history_ok: boolean | null
  queue_ok: boolean | null
  draining: boolean | null
}

/** A running `faucet serve`, reached over HTTP at configured addresses and no others (http-api.md 8.1). */
export interface EnginePort {
  /** Why no engine can be asked, as a sentence that says how to change it; null: one is configured. */
  absent(): string | null
  /**
   * Puts the call to an engine. Another one is tried only while nobody can have received the call. Nothing that an engine
   * answers is changed, no redirect is followed, and what grows too large or takes too long is `unavailable`. Answers
   * about connector schemas are kept for ten minutes, and longer while no engine can be reached. Never rejects.
   */
  send(call: EngineCall): Promise<EngineReply>
  /** Asks every configured engine how it does, at most for a few seconds. Nobody's token goes along. Never rejects. */
  states(): Promise<EngineState[]>
}
