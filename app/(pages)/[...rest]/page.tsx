import { notFound } from 'next/navigation'
import { pageContext } from '@/lib/http/page-context'

/** Whatever no page answers: inside the shell, for whoever is signed in. */
export default async function NoPage({ params }: PageProps<'/[...rest]'>) {
  await pageContext(`/${(await params).rest.join('/')}`)
  notFound()
}
