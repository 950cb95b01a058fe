import 'server-only'
import { search as askSearch } from '@/lib/services/search/search'
import { query, text } from '../input'
import { json, printPlain } from './list'

/** For the pages alone: texts and small whole numbers. */
export const search = { run: askSearch, input: query({ q: text }), answer: (found: object) => json(printPlain(found)) }
