import { measured } from '@/lib/http/answers/cluster'

export const GET = measured
