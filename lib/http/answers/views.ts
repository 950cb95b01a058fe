import 'server-only'
import type { SavedView } from '@/lib/contract/ports/console'
import { listViews } from '@/lib/services/views/list-views'
import { query, text } from '../input'
import { json, printPlain } from './list'

export const savedViews = {
  run: listViews,
  input: query({ page: text }),
  answer: (views: { views: SavedView[] }) => json(printPlain(views)),
}
