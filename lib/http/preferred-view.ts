import 'server-only'
import { z } from 'zod'
import { savedViews } from './answers/views'
import { goTo, type PageContext } from './page-context'

const Views = z.object({
  views: z.array(z.object({ search: z.string(), look: z.string(), is_default: z.boolean() })),
})
const read = (text: string) => Views.parse(JSON.parse(text))

/**
 * Goes to the view that the viewer prefers, where a page is opened without a question. A store that is away, or has none,
 * has no say in whether the page opens.
 */
export async function toPreferredView(
  { need }: Pick<PageContext, 'need'>,
  asked: object,
  addressOf: (view: { search: string; look: string }) => string,
): Promise<void> {
  if (Object.keys(asked).length > 0) return
  const kept = await need({ read }, savedViews, { page: 'runs' }).catch(() => null)
  const preferred = kept?.views.find((view) => view.is_default)
  if (preferred !== undefined && preferred.search + preferred.look !== '') goTo(addressOf(preferred))
}
