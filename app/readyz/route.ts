import { ready } from '@/lib/http/answers/cluster'
import { openDoor } from '@/lib/http/door'
import { PATHS } from '../api-paths'
import * as healthz from '../healthz/route'
import * as metrics from '../metrics/route'
import * as openapi from '../openapi.json/route'

export const GET = ready

// A start asks this path first. In development routes are replaced while they run, and the framework must find them.
if (process.env.NODE_ENV === 'production') {
  openDoor({ ...PATHS, '/healthz': healthz, '/metrics': metrics, '/openapi.json': openapi, '/readyz': { GET } })
}
