import { z } from 'zod'
import { RunTemplateBody } from '@/lib/derive/template-requests'
import type { Asked } from '../kit/engine-operation'
import { defineCommand } from '../kit/use-case'
import { auditOfRun, runVersion } from './internal-run'

/** Runs a version of a template. */
export const runTemplate = defineCommand({
  label: 'template.run',
  permission: 'run_write',
  scope: 'global',
  input: RunTemplateBody.extend({ template_id: z.string(), asked: z.custom<Asked>().optional() }),
  needs: ['templates', 'runs', 'leases', 'queue', 'tenants', 'changes', 'store', 'engine'],
  run: (deps, { template_id: id, asked, ...body }, ctx) => runVersion(deps, { id, body, tenant: null, asked }, ctx),
  audit: auditOfRun,
})
