import { providerList } from '@/lib/http/answers/tenants'
import { others, route } from '@/lib/http/route'

export const GET = route(providerList)
export const { HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = others('GET,HEAD', GET)
