'use server'
import { z } from 'zod'
import { BulkPlan } from '@/lib/contract/records/bulk'
import { action, readAction } from '@/lib/http/action'
import { readBulkInput } from '@/lib/http/bulk-input'
import { continueBulk as goOn } from '@/lib/services/bulk/continue-bulk'
import { planBulk as plan } from '@/lib/services/bulk/plan-bulk'
import { startBulk as start } from '@/lib/services/bulk/start-bulk'
import { stopBulk as stop } from '@/lib/services/bulk/stop-bulk'

const Named = z.object({ id: z.string() })

export const planBulk = readAction(plan, BulkPlan, readBulkInput)
export const startBulk = readAction(start, Named, readBulkInput)
export const continueBulk = action(goOn, Named)
export const stopBulk = action(stop, Named)
