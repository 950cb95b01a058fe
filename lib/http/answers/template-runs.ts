import 'server-only'
import type { Ctx } from '@/lib/services/kit/ctx'
import type { CountedPage } from '@/lib/services/kit/run-page'
import { listTemplateRuns } from '@/lib/services/templates/list-template-runs'
import { listTemplateTests, type TemplateTests } from '@/lib/services/templates/list-template-tests'
import { flag, onlyQuery, query, text, whole } from '../input'
import { extend, json, printPlain, readMembers } from './list'
import { runPage } from './runs'

export const templateRuns = {
  run: listTemplateRuns,
  input: onlyQuery({ limit: whole, cursor: text, counts: flag }),
  answer: (page: CountedPage, { principal }: Ctx) => json(runPage(page, principal)),
}

/** Results are stored texts: they go out as they are. */
export const templateTests = {
  run: listTemplateTests,
  input: query({ limit: whole }),
  answer: ({ results, ...standing }: TemplateTests) =>
    json(extend(printPlain(standing), { results: `[${results.filter(isWhole).join(',')}]` })),
}

const isWhole = (text: string): boolean => typeof readMembers(text) !== 'string'
