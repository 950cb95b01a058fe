import { templateRun } from '@/lib/http/answers/template-run-writes'
import { templateRuns } from '@/lib/http/answers/template-runs'
import { others, route } from '@/lib/http/route'

export const GET = route(templateRuns)
export const POST = route(templateRun)
export const { HEAD, PUT, PATCH, DELETE, OPTIONS } = others('POST,GET,HEAD', GET)
