import 'server-only'
import { json } from './answers/list'
import { describeApi, type Paths } from './openapi/document'
import { respond } from './route'

/** `/openapi.json`: what is served here. Made once, of what the routes say of themselves. */
export function openapi(paths: Paths): (request: Request) => Promise<Response> {
  let text: string | undefined
  return (request) =>
    respond(request, async () => {
      text ??= JSON.stringify(describeApi(paths))
      return json(text)
    })
}
