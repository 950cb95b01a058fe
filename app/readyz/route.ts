import { ready } from '@/lib/http/answers/cluster'

export const GET = ready
