import { type Pair, PEOPLE, type Person, type Side } from './pair'

export interface Answer {
  status: number
  type: string | null
  allow: string | null
  body: string
}

/** What was asked, and what nobody may be told. */
export interface Tally {
  requests: Record<Side, number>
  /** Kind of work → how often each side did it. */
  done: Map<string, Record<Side, number>>
  surprises: string[]
}

export const newTally = (): Tally => ({ requests: { engine: 0, console: 0 }, done: new Map(), surprises: [] })

export const PATIENCE_MS = 30_000

export async function ask(
  pair: Pair,
  side: Side,
  who: Person,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer> {
  const response = await fetch(`${pair.url[side]}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${PEOPLE[who].token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(PATIENCE_MS),
    redirect: 'manual',
  })
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    allow: response.headers.get('allow'),
    body: await response.text(),
  }
}

/** A member of a JSON answer, as text; undefined: there is none. */
export function textIn(answer: Answer, name: string): string | undefined {
  try {
    const value: unknown = JSON.parse(answer.body)
    const member =
      typeof value === 'object' && value !== null ? Object.entries(value).find(([key]) => key === name) : []
    return typeof member?.[1] === 'string' || typeof member?.[1] === 'number' ? String(member[1]) : undefined
  } catch {
    return undefined
  }
}
