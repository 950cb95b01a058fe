import { bulkReceipt } from '@/lib/http/answers/bulk'
import { route } from '@/lib/http/route'

export const GET = route(bulkReceipt)
