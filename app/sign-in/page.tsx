import type { Metadata } from 'next'
import { Brand } from '@/components/shell/brand'
import { OldAddress } from '@/components/shell/old-address'
import { SignInForm } from '@/components/shell/sign-in-form'
import { signIn } from '@/lib/actions/console'
import { one } from '@/lib/url/search'

export const metadata: Metadata = { title: 'Sign in' }

export default async function SignInPage({ searchParams }: PageProps<'/sign-in'>) {
  const next = one(await searchParams, 'next')
  return (
    <main className="grid min-h-dvh place-items-center p-4">
      <OldAddress />
      <div className="grid w-full max-w-sign-in gap-5 rounded-panel border border-line bg-surface p-6">
        <div className="grid gap-4">
          <Brand />
          <h1 className="text-section font-title">Sign in</h1>
        </div>
        <SignInForm signIn={signIn} next={next} />
      </div>
    </main>
  )
}
