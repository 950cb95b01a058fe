import { readdirSync } from 'node:fs'
import path from 'node:path'
import { prepare } from '@/lib/http/wire'

/** Finds the route file of a path as the framework does: literal segments first, then parameters, then the rest. */
export interface Route {
  file: string
  params: Record<string, string | string[]>
}

type Handler = (request: Request, context: { params: Promise<Route['params'] | undefined> }) => Promise<Response>

const APP = path.resolve(import.meta.dirname, '../../app')
const FOLDERS: readonly string[][] = readdirSync(APP, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.name === 'route.ts')
  .map((entry) => path.relative(APP, entry.parentPath).split(path.sep))

/** Every path that has a route file, as folders: `v1/runs/[runId]`. */
export const ROUTE_FOLDERS: readonly string[] = FOLDERS.map((folder) => folder.join('/')).sort()

const rank = (part: string): number =>
  part.startsWith('[[...') ? 3 : part.startsWith('[...') ? 2 : part.startsWith('[') ? 1 : 0

export function findRoute(pathname: string): Route | null {
  const segments = pathname.replace(/\/$/, '').split('/').slice(1)
  const hits = FOLDERS.flatMap((folder) => {
    const params = match(folder, segments)
    return params === null ? [] : [{ folder, params }]
  }).sort((a, b) => (order(a.folder) < order(b.folder) ? -1 : 1))
  const [best] = hits
  return best === undefined ? null : { file: path.join(APP, ...best.folder, 'route.ts'), params: best.params }
}

const order = (folder: readonly string[]): string => folder.map((part) => `${rank(part)}${part}`).join('/')

function match(folder: readonly string[], segments: readonly string[]): Route['params'] | null {
  const params: Route['params'] = {}
  for (const [at, part] of folder.entries()) {
    const rest = /^\[{1,2}\.\.\.(\w+)\]{1,2}$/.exec(part)
    if (rest?.[1] !== undefined) {
      const left = segments.slice(at).map(decodeURIComponent)
      if (left.length === 0 && rank(part) === 2) return null
      params[rest[1]] = left
      return params
    }
    const segment = segments[at]
    if (segment === undefined) return null
    const name = /^\[(\w+)\]$/.exec(part)?.[1]
    if (name !== undefined && segment !== '') params[name] = decodeURIComponent(segment)
    else if (part !== segment) return null
  }
  return folder.length === segments.length ? params : null
}

/** Asks the application in this very process: no server, no socket. `null`: no route file is meant. */
export async function ask(request: Request): Promise<Response | null> {
  const { pathname, search } = new URL(request.url)
  const wire = {
    url: pathname + search,
    headers: Object.fromEntries(request.headers),
    socket: { remoteAddress: '127.0.0.1' },
  }
  prepare(wire)
  const route = findRoute(wire.url.split('?', 1)[0] ?? '')
  if (route === null) return null
  const handlers: Record<string, Handler | undefined> = await import(route.file)
  const handler = handlers[request.method] ?? (request.method === 'HEAD' ? handlers['GET'] : undefined)
  if (handler === undefined) return new Response(null, { status: 405 })
  // The framework hands nothing over where a path has no parameters.
  const params = Object.keys(route.params).length === 0 ? undefined : route.params
  const sent = new Request(request, { headers: wire.headers })
  const response = await handler(sent, { params: Promise.resolve(params) })
  return request.method === 'HEAD' ? new Response(null, response) : response
}
