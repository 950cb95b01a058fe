import { alive } from '@/lib/http/answers/cluster'

export const GET = alive
