import { search } from '@/lib/http/answers/search'
import { route } from '@/lib/http/route'

export const GET = route(search)
