import 'server-only'
import { writeJson } from '@/lib/contract/json'
import { capabilities as askCapabilities } from '@/lib/services/console/capabilities'
import { listen } from '@/lib/services/console/listen'
import { navCounts as askNavCounts } from '@/lib/services/console/nav-counts'
import { tenantChoices as listTenantChoices } from '@/lib/services/console/tenant-choices'
import { whoAmI } from '@/lib/services/console/who-am-i'
import type { Ctx } from '@/lib/services/kit/ctx'
import { version } from '@/package.json'
import { type Incoming, query, text } from '../input'
import { eventStream, type ServerEvent } from '../stream'
import { type Answer, json, printPlain } from './list'

export const identity = { run: whoAmI, answer: (who: object) => json(writeJson(who)) }

/** Who is signed in, what they may, and until when at the latest; null: as long as the token is theirs. */
export const session = {
  run: whoAmI,
  answer(who: object, _: Ctx, { session: signedIn }: Incoming): Answer {
    const ends_at = signedIn === null ? null : new Date(signedIn.ends * 1_000).toISOString()
    return json(printPlain({ ...who, ends_at }))
  },
}

export const capabilities = {
  run: askCapabilities,
  answer: (known: object) => json(printPlain({ ...known, console_version: version })),
}
export const navCounts = {
  run: askNavCounts,
  input: query({ tenant: text }),
  answer: (counts: object) => json(printPlain(counts)),
}
export const tenantChoices = { run: listTenantChoices, answer: (choices: object) => json(printPlain(choices)) }

/** One stream per tab: it rings, and the tab reads again what the topic is about. */
export const events = {
  run: listen,
  input: query({ topics: text }),
  answer: (rings: (gone: AbortSignal) => AsyncIterable<string>): Answer => ({
    status: 200,
    type: 'text/event-stream',
    headers: { 'cache-control': 'no-cache' },
    stream: eventStream((gone) => rung(rings(gone))),
  }),
}

async function* rung(topics: AsyncIterable<string>): AsyncGenerator<ServerEvent> {
  for await (const topic of topics) yield { event: 'ring', data: topic }
}
