import 'server-only'
import { writeJson } from '@/lib/contract/json'
import { RunTemplateBody } from '@/lib/derive/template-requests'
import type { Ctx } from '@/lib/services/kit/ctx'
import type { TemplateRunOutcome } from '@/lib/services/templates/internal-run'
import { runTemplate } from '@/lib/services/templates/run-template'
import { runTenantTemplate } from '@/lib/services/templates/run-template-for-tenant'
import { checkedAndAsked } from '../checked-body'
import { waiting } from './change-writes'
import { engineAnswer } from './engine'
import { type Answer, json } from './list'

function answer(outcome: TemplateRunOutcome, ctx: Ctx): Answer {
  if (outcome.kind === 'engine') return engineAnswer(outcome.answer)
  if (outcome.kind === 'gated') return waiting(outcome.change, ctx)
  const { run_id, status, submitted_at } = outcome.run
  return json(writeJson({ run_id, status, submitted_at, ...outcome.told }), 202)
}

export const templateRun = { run: runTemplate, input: checkedAndAsked(RunTemplateBody), answer }
export const tenantTemplateRun = { run: runTenantTemplate, input: checkedAndAsked(RunTemplateBody), answer }
