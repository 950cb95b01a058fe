import { z } from 'zod'
import { RunTemplateBody } from '@/lib/derive/template-requests'
import type { Asked } from '../kit/engine-operation'
import { defineCommand } from '../kit/use-case'
import { auditOfRun, runVersion } from './internal-run'

/** Runs a version of a template for a tenant, within its limits and with its connections. */
export const runTenantTemplate = defineCommand({
  label: 'template.run',
  permission: 'run_write',
  scope: 'tenant',
  input: RunTemplateBody.extend({ tenant: z.string(), template_id: z.string(), asked: z.custom<Asked>().optional() }),
  needs: ['templates', 'runs', 'leases', 'queue', 'tenants', 'changes', 'store', 'engine'],
  run: (deps, { tenant, template_id: id, asked, ...body }, ctx) =>
    runVersion(deps, { id, body, tenant: tenant, asked }, ctx),
  audit: auditOfRun,
})
