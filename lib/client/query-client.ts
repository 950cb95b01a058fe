import { isServer, MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { pathToSignIn } from '@/lib/url/paths'
import { isApiError, mayPass } from './api-error'
import { NAV_COUNTS_KEY } from './console'
import { packData, unpackData } from './hydration'

let browser: QueryClient | undefined

/** One for the tab; on the server a fresh one for each render, so that nobody is served another's data. */
export function queryClient(): QueryClient {
  if (isServer) return makeQueryClient()
  browser ??= makeQueryClient()
  return browser
}

export function makeQueryClient(): QueryClient {
  const queries: QueryClient = new QueryClient({
    // What somebody did themselves is counted at once.
    mutationCache: new MutationCache({ onSettled: () => void queries.invalidateQueries({ queryKey: NAV_COUNTS_KEY }) }),
    queryCache: new QueryCache({ onError: toSignIn }),
    defaultOptions: {
      queries: {
        // What the page brought along is fresh: without this, every first view would ask a second time.
        staleTime: 10_000,
        retry: (failures, error) => failures < 2 && mayPass(error),
        retryDelay: (failures) => 500 * 2 ** failures * (0.75 + Math.random() / 2),
        refetchOnWindowFocus: 'always',
      },
      // As text, with every digit: 64-bit counts and exact decimals cross from server to browser unchanged.
      dehydrate: { serializeData: packData },
      hydrate: { deserializeData: unpackData },
    },
  })
  return queries
}

/** The session ended: say so on the sign-in page, and come back here afterwards. */
function toSignIn(error: unknown): void {
  if (isServer || !isApiError(error) || error.status !== 401) return
  const { pathname, search } = window.location
  if (pathname !== '/sign-in') window.location.assign(pathToSignIn(pathname + search))
}
