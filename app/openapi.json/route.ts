import { openapi } from '@/lib/http/openapi'
import { PATHS } from '../api-paths'

export const GET = openapi(PATHS)
