'use server'
import { z } from 'zod'
import { action } from '@/lib/http/action'
import { cancelRun as cancel } from '@/lib/services/runs/cancel-run'
import { deleteRun as remove } from '@/lib/services/runs/delete-run'

const Cancelled = z.object({ run_id: z.string(), asked: z.boolean() })
const Deleted = z.object({ run_id: z.string() })

export const cancelRun = action(cancel, Cancelled)
export const deleteRun = action(remove, Deleted)
