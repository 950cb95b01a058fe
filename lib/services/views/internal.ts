import { z } from 'zod'

/** Nobody finds anything in a longer menu. */
export const MOST_VIEWS = 50

export const Page = z.enum(['runs'])
export const Name = z.string().trim().min(1, 'a view needs a name').max(80)
/** An address that a browser takes; what of it a page cannot use is left out when it is read. */
export const Kept = z.object({ search: z.string().max(8_000), look: z.string().max(600).default('') })
