import 'server-only'
import { countFound, type FoundCounts } from '@/lib/services/runs/count-found'
import { type CountsOverTime, countOverTime } from '@/lib/services/runs/count-over-time'
import { listRunValues, type RunValues } from '@/lib/services/runs/list-run-values'
import { runQuestion } from '@/lib/url/run-search'
import { parseRunFilter } from '@/lib/url/runs'
import { searchOf } from '@/lib/url/search'
import { type Incoming, query, text } from '../input'
import { json, printPlain } from './list'

/** An address of the runs page, as it stands there: which page of it does not matter. */
const asked = ({ search }: Incoming) => runQuestion(parseRunFilter(searchOf(search)).filter, Date.now())

/** How many runs a list goes through, beside it: counting may take longer than a page of it. */
export const runTotals = {
  run: countFound,
  input: asked,
  answer: (counts: FoundCounts) => json(printPlain(counts)),
}

const FIELD = query({ field: text })

/** What there is to choose from. */
export const runValues = {
  run: listRunValues,
  input: Object.assign((incoming: Incoming) => ({ ...asked(incoming), ...FIELD(incoming) }), { params: FIELD.params }),
  answer: (values: RunValues) => json(printPlain(values)),
}

const ZONE = query({ zone: text })

/** What the chart above a list shows. */
export const runHistogram = {
  run: countOverTime,
  input: Object.assign((incoming: Incoming) => ({ ...asked(incoming), ...ZONE(incoming) }), { params: ZONE.params }),
  answer: (counts: CountsOverTime) => json(printPlain(counts)),
}
