import 'server-only'
import { type Principal, seesStoredText } from '@/lib/auth/principal'
import type { Page } from '@/lib/contract/page'
import type { RunRecord } from '@/lib/contract/records/runs'
import { SLIM_RUN } from '@/lib/derive/run-slim'
import type { Ctx } from '@/lib/services/kit/ctx'
import { type Answer, json, list, remembering, type View } from './list'
import { isRun, runList } from './runs'

const shown = () => remembering(({ columns }) => columns['run_id'])
const VIEWS: Readonly<Record<'whole' | 'masked', View>> = {
  whole: { mask: SLIM_RUN, fits: isRun, seesRaw: true, shown: shown() },
  masked: { mask: SLIM_RUN, fits: isRun, seesRaw: false, shown: shown() },
}
const viewFor = (principal: Principal): View => (seesStoredText(principal) ? VIEWS.whole : VIEWS.masked)

/** The list of runs as the pages show it: the same rows in the same order, without what no list shows. */
export const runRows = {
  ...runList,
  answer: (page: Page<RunRecord>, { principal }: Ctx): Answer =>
    json(list('runs', page.rows, viewFor(principal), page.next_cursor)),
}
