import 'server-only'

/** Headers of a request, to be read: names are taken in any case. */
export type HeaderView = Pick<Headers, 'get' | 'has'> & Iterable<[name: string, value: string]>

/** What handlers read of a request: the framework's own fits, and so does what comes straight from the socket. */
export interface Asking {
  readonly method: string
  /** Whole, with scheme and host. */
  readonly url: string
  readonly headers: HeaderView
  /** Null: there is none. */
  readonly body: AsyncIterable<Uint8Array> | null
  /** Given when the client goes away. */
  readonly signal: AbortSignal
}

/** What goes back. Texts are bytes already: of a text, the platform would look at every character first. */
export interface Reply {
  status: number
  headers: Record<string, string>
  body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null
}

/** A reply as the framework wants it. */
export const responseOf = ({ status, headers, body }: Reply): Response => new Response(body, { status, headers })
