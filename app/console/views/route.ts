import { savedViews } from '@/lib/http/answers/views'
import { route } from '@/lib/http/route'

export const GET = route(savedViews)
