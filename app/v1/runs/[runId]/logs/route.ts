import { runLogStream, runLogs } from '@/lib/http/answers/logs'
import { either, others, route } from '@/lib/http/route'

export const GET = either((search) => search.has('format'), route(runLogs), route(runLogStream))
export const { HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = others('GET,HEAD', GET)
