import { z } from 'zod'
import { recordOf } from '@/lib/contract/stored'
import { parseSelector } from '@/lib/derive/template-select'
import { hasTests, readTestResult, type TestStanding, testStanding } from '@/lib/derive/template-tests'
import { AppError, notFound } from '../kit/app-error'
import { clamp } from '../kit/limit'
import { defineQuery } from '../kit/use-case'
import { resolved, stateOf } from './internal'

const MOST = 20

export interface TemplateTests extends TestStanding {
  version: number
  has_tests: boolean
  /** As stored. */
  results: string[]
}

/** How one version of a template stands with its tests, and their last runs (http-api.md 12). */
export const listTemplateTests = defineQuery({
  label: 'template.tests',
  permission: 'template_read',
  scope: 'shared',
  input: z.object({ template_id: z.string(), version: z.string(), limit: z.number().optional() }),
  needs: ['templates', 'insight'],
  async run({ templates, insight }, { template_id: id, version: asked, limit }, { sha256 }): Promise<TemplateTests> {
    const selector = parseSelector(asked)
    if (!selector.ok) throw new AppError('unprocessable', selector.message)
    const { state } = await stateOf(templates, id)
    const version = resolved(selector.selector, id, state)
    const row = await templates.get(id, version)
    if (row === null) throw notFound()
    const { body } = recordOf(row)
    const texts = (await insight.templateTests(MOST, { id, version })) ?? []
    const results = texts.map(readTestResult).filter((result) => result !== null)
    const has_tests = hasTests(body)
    return {
      version,
      has_tests,
      ...testStanding({ id, version, bodySha256: sha256(body), isTested: has_tests }, results),
      results: texts.slice(0, clamp(limit, MOST, MOST)),
    }
  },
})
