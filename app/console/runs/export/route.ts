import { runExport } from '@/lib/http/answers/run-export'
import { route } from '@/lib/http/route'

export const GET = route(runExport)
