import type { EngineCall, EnginePort, EngineReply } from '@/lib/contract/ports/engine'
import { exchange, type Outcome } from './exchange'
import { headersFor } from './headers'
import { withSchemaCache } from './schema-cache'
import { stateOf } from './state'
import { type EngineAddress, urlAt } from './target'

export interface EngineOptions {
  addresses: readonly EngineAddress[]
  /** The token of a principal as this console was configured with it; null: they have none. */
  tokenOf(principal: string): string | null
  /** An address that could not be reached; for the log. */
  tell(event: { address: string; code: string }): void
}

const ABSENT =
  'no engine is configured: set FAUCET_CONSOLE_ENGINES to the address of a running `faucet serve` (a URL, or instance ids with their URLs)'

/** The configured engines behind one port. Nothing that a table or a caller says becomes an address. */
export function createEngine({ addresses, tokenOf, tell }: EngineOptions): EnginePort {
  /** The address that answered last is asked first. */
  let first = 0
  const inOrder = (): EngineAddress[] => [...addresses.slice(first), ...addresses.slice(0, first)]

  async function sendTo(address: EngineAddress, call: EngineCall): Promise<Outcome> {
    const url = urlAt(address, call.target)
    if (url === null) return unavailable('what was asked is no path of an engine')
    const { method, body, timeoutMs, signal } = call
    const token = call.principal === null ? null : tokenOf(call.principal)
    const outcome = await exchange({ url, method, headers: headersFor(call.headers, token), body, timeoutMs, signal })
    if (outcome.kind === 'unreached') tell({ address: address.base.origin, code: outcome.code })
    return outcome
  }

  async function sendToAny(call: EngineCall): Promise<EngineReply> {
    let code = ''
    for (const address of inOrder()) {
      const outcome = await sendTo(address, call)
      if (outcome.kind !== 'unreached') {
        first = Math.max(0, addresses.indexOf(address))
        return outcome
      }
      code = outcome.code
    }
    return unreached(code)
  }

  /** All are asked; the first that did not say yes is the answer, else the last. */
  async function sendToEach(call: EngineCall): Promise<EngineReply> {
    const outcomes: EngineReply[] = []
    for (const address of addresses) {
      const outcome = await sendTo(address, call)
      outcomes.push(outcome.kind === 'unreached' ? unreached(outcome.code) : outcome)
    }
    const no = outcomes.find((outcome) => outcome.kind === 'unavailable' || outcome.status >= 300)
    return no ?? outcomes.at(-1) ?? unavailable(ABSENT)
  }

  async function sendToInstance(call: EngineCall, instance: string): Promise<EngineReply> {
    const [only] = addresses
    // One address without a name stands for every instance: it is the only engine, or a balancer that knows.
    const address = addresses.find((one) => one.instance === instance) ?? (only?.instance === null ? only : undefined)
    if (address === undefined) {
      return unavailable(`the engine that runs this has no address in FAUCET_CONSOLE_ENGINES (instance ${instance})`)
    }
    const outcome = await sendTo(address, call)
    return outcome.kind === 'unreached' ? unreached(outcome.code) : outcome
  }

  async function send(call: EngineCall): Promise<EngineReply> {
    if (addresses.length === 0) return unavailable(ABSENT)
    if (call.where === 'any') return sendToAny(call)
    return call.where === 'each' ? sendToEach(call) : sendToInstance(call, call.where.instance)
  }

  return {
    absent: () => (addresses.length === 0 ? ABSENT : null),
    send: withSchemaCache(send),
    states: () => Promise.all(addresses.map(stateOf)),
  }
}

const unavailable = (reason: string): EngineReply => ({ kind: 'unavailable', reason })
const unreached = (code: string): EngineReply =>
  unavailable(`no configured engine can be reached just now (${code}); nothing was done`)
