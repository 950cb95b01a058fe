import { templateTests } from '@/lib/http/answers/template-runs'
import { others, route } from '@/lib/http/route'

export const GET = route(templateTests)
export const { HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = others('GET,HEAD', GET)
