import 'server-only'
import { writeJson } from '@/lib/contract/json'
import { AppError } from '@/lib/services/kit/app-error'
import { overview as askOverview } from '@/lib/services/overview/overview'
import { type Incoming, labelsIn, onlyQuery, text } from '../input'
import { json } from './list'

const readQuery = onlyQuery(
  {
    since: text,
    until: text,
    bucket: text,
    pipeline: text,
    pool: text,
    tenant: text,
    stale_after: text,
    top: text,
    label: null,
    labels: null,
  },
  (name) => new AppError('bad_config', `unknown query parameter \`${name}\``),
)

export const overview = {
  run: askOverview,
  input: (incoming: Incoming) => ({ ...readQuery(incoming), ...labelsIn(incoming) }),
  answer: (sections: object) => json(writeJson(sections)),
}
