import { tenantChoices } from '@/lib/http/answers/console'
import { route } from '@/lib/http/route'

export const GET = route(tenantChoices)
