import { connectReturned } from '@/lib/http/answers/connect'
import { others } from '@/lib/http/route'

export const GET = connectReturned
export const { HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = others('GET,HEAD')
