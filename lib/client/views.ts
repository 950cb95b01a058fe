import { useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { keepView, preferView, removeView, renameView } from '@/lib/actions/views'
import { told } from './told'
import { jsonAs, wireQuery } from './wire-query'

const SavedView = z.object({ name: z.string(), search: z.string(), look: z.string(), is_default: z.boolean() })
export type SavedView = z.output<typeof SavedView>
const Views = z.object({ views: z.array(SavedView) })

type Page = 'runs'

export const viewsQuery = (page: Page) =>
  wireQuery({ queryKey: ['views', page], path: `/console/views?page=${page}`, read: jsonAs(Views) })

/** What can be done with the views of a page; the list of them is read again after each. */
export function useViewActions(page: Page) {
  const queries = useQueryClient()
  const onSettled = () => queries.invalidateQueries({ queryKey: ['views', page] })
  return {
    keep: useMutation({
      mutationFn: (view: Pick<SavedView, 'name' | 'search' | 'look'>) => told(keepView)({ page, ...view }),
      onSettled,
    }),
    rename: useMutation({
      mutationFn: (names: { name: string; to: string }) => told(renameView)({ page, ...names }),
      onSettled,
    }),
    remove: useMutation({ mutationFn: (name: string) => told(removeView)({ page, name }), onSettled }),
    prefer: useMutation({ mutationFn: (name: string | null) => told(preferView)({ page, name }), onSettled }),
  }
}
