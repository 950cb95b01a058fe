import { runToEdit } from '@/lib/http/answers/submit'
import { route } from '@/lib/http/route'

export const GET = route(runToEdit)
