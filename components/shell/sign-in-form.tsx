'use client'

import { useActionState, useEffect, useRef } from 'react'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { browserZone } from '@/lib/format/instant'
import { rememberZone } from './remember-zone'
import { ZONE_COOKIE } from './zone-cookie'

interface SignInState {
  message: string | null
}

interface SignInFormProps {
  signIn: (state: SignInState, form: FormData) => Promise<SignInState>
  /** Where the visitor was going. */
  next: string | undefined
}

/** A token for a session. A plain form: it works before the page has woken up, and without scripts. */
export function SignInForm({ signIn, next }: SignInFormProps) {
  const [state, submit, isPending] = useActionState(signIn, { message: null })
  const token = useRef<HTMLInputElement>(null)

  useEffect(() => {
    token.current?.focus()
    // The first page after this one is drawn by the server: it has to know the zone by then.
    const zone = browserZone()
    if (zone !== null && !document.cookie.includes(`${ZONE_COOKIE}=`)) rememberZone(zone, true)
  }, [])

  return (
    <form action={submit} className="grid gap-3">
      {next !== undefined && <input type="hidden" name="next" value={next} />}
      <Field
        label="Token"
        hint="From the auth file that the console was started with, or the one it printed at its first start."
        error={state.message}
      >
        {(field) => (
          <Input
            {...field}
            name="token"
            type="password"
            autoComplete="current-password"
            inputRef={token}
            isRequired
            isMono
          />
        )}
      </Field>
      <div className="grid">
        <Button type="submit" intent="primary" isBusy={isPending}>
          {isPending ? 'Checking the token' : 'Sign in'}
        </Button>
      </div>
    </form>
  )
}
