'use server'
import { z } from 'zod'
import { action } from '@/lib/http/action'
import { keepView as keep } from '@/lib/services/views/keep-view'
import { preferView as prefer } from '@/lib/services/views/prefer-view'
import { removeView as remove } from '@/lib/services/views/remove-view'
import { renameView as rename } from '@/lib/services/views/rename-view'

const Named = z.object({ name: z.string() })

export const keepView = action(keep, Named)
export const renameView = action(rename, Named)
export const removeView = action(remove, Named)
export const preferView = action(prefer, z.object({ name: z.string().nullable() }))
