import { redirect } from 'next/navigation'

/** The first section there is. */
export default function HomePage() {
  redirect('/runs')
}
