import { unmatched } from '@/lib/http/route'

export const GET = unmatched
