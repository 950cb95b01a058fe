import { auditEntry } from '@/lib/http/answers/audit'
import { others, route } from '@/lib/http/route'

export const GET = route(auditEntry)
export const { HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = others('GET,HEAD', GET)
