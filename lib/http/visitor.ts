import 'server-only'
import { headers } from 'next/headers'
import { getRuntime } from '@/lib/runtime/runtime'
import { type PageContext, pageContext, signedIn } from './page-context'

/**
 * The page's context, or null where nobody is signed in: for what stands around a page. Only the page itself knows where a
 * visitor wanted to go, so the page is what sends them to sign in.
 */
export async function visitorContext(): Promise<PageContext | null> {
  // Headers first: a page that is being built ahead of time stops here, before any store is opened.
  const sent = await headers()
  const principal = await signedIn(await getRuntime(), sent)
  return principal === null ? null : pageContext()
}
