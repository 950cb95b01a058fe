import { tenantTemplateRun } from '@/lib/http/answers/template-run-writes'
import { others, route } from '@/lib/http/route'

export const POST = route(tenantTemplateRun)
export const { GET, HEAD, PUT, PATCH, DELETE, OPTIONS } = others('POST')
