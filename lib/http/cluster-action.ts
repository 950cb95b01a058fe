import 'server-only'
import { z } from 'zod'
import { reload } from '@/lib/services/engine/operations'
import { engineAction } from './answer-action'

/** Every configured engine reads its default config anew. */
export const reloadText = engineAction(reload, '/v1/reload', z.object({}))
