import 'server-only'
import { writeJson } from '@/lib/contract/json'
import { AppError } from '@/lib/services/kit/app-error'
import { overview as askOverview } from '@/lib/services/overview/overview'
import { labels, only, query, text, together } from '../input'
import { json } from './list'

const fields = query({
  since: text,
  until: text,
  bucket: text,
  pipeline: text,
  pool: text,
  tenant: text,
  stale_after: text,
  top: text,
})
const unknown = (name: string) => new AppError('bad_config', `unknown query parameter \`${name}\``)

export const overview = {
  run: askOverview,
  input: only(together(fields, labels), unknown),
  answer: (sections: object) => json(writeJson(sections)),
}
