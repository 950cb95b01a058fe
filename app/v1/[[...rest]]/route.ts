import { options, unmatched } from '@/lib/http/route'

export const GET = unmatched
export const HEAD = unmatched
export const POST = unmatched
export const PUT = unmatched
export const PATCH = unmatched
export const DELETE = unmatched
export const OPTIONS = options()
