import { engineElse, engineOptionalJsonRoute } from '@/lib/http/answers/engine'
import { withParams } from '@/lib/http/route'
import { syncTemplates } from '@/lib/services/engine/operations'
import * as template from '../[templateId]/route'

// `sync` is a word of the path for POST alone: to every other method it is the id of a template.
const ofThat = withParams({ templateId: 'sync' })
export const GET = ofThat(template.GET)
export const HEAD = ofThat(template.HEAD)
export const POST = engineElse(engineOptionalJsonRoute(syncTemplates), ofThat(template.POST))
export const PUT = ofThat(template.PUT)
export const PATCH = ofThat(template.PATCH)
export const DELETE = ofThat(template.DELETE)
export const OPTIONS = ofThat(template.OPTIONS)
