import 'server-only'
import { json } from './answers/list'
import { describeApi, type Paths } from './openapi/document'
import { type Handler, handlerOf, respond } from './route'

/** `/openapi.json`: what is served here. Made once, of what the routes say of themselves. */
export function openapi(paths: Paths): Handler {
  let text: string | undefined
  return handlerOf((request) =>
    respond(request, async () => {
      text ??= JSON.stringify(describeApi(paths))
      return json(text)
    }),
  )
}
