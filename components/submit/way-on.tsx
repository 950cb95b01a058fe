'use client'

import { useQuery } from '@tanstack/react-query'
import { Button, ButtonLink } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { Age } from '@/components/ui/time'
import { isApiError } from '@/lib/client/api-error'
import { earlierRunQuery } from '@/lib/client/submit'
import { visible } from '@/lib/format/text'
import { pathToRun, pathToSignIn, pathToSubmit } from '@/lib/url/paths'

interface WayOnProps {
  error: unknown
  /** As they were sent. */
  sentKey: string
  tenant: string
  onFreshKey: () => void
  onLine: (line: number) => void
  onTenant: () => void
}

/** What helps after a refusal. */
export function WayOn({ error, sentKey, tenant, onFreshKey, onLine, onTenant }: WayOnProps) {
  if (!isApiError(error)) return null
  if (error.status === 401) return <ButtonLink href={pathToSignIn(pathToSubmit())}>Sign in again</ButtonLink>
  if (error.status === 404 && tenant !== '') return <Button onPress={onTenant}>Choose another tenant</Button>
  if (error.status === 409 && /idempotency/i.test(error.message)) {
    return <KeyTaken sentKey={sentKey} tenant={tenant} onFreshKey={onFreshKey} />
  }
  const line = Number(/\bline (\d+)/.exec(error.message)?.[1] ?? Number.NaN)
  return Number.isFinite(line) ? <Button onPress={() => onLine(line)}>Go to line {line}</Button> : null
}

function KeyTaken({ sentKey, tenant, onFreshKey }: Pick<WayOnProps, 'sentKey' | 'tenant' | 'onFreshKey'>) {
  const { data } = useQuery(earlierRunQuery(sentKey, tenant))
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <Button onPress={onFreshKey}>Use a fresh key</Button>
      {data !== undefined && (
        <span>
          The key is that of{' '}
          <Link href={pathToRun(data.run_id)} look="inline">
            {visible(data.name ?? data.run_id)}
          </Link>
          , {visible(data.status)}, submitted <Age at={data.submitted_at} isSentence />
        </span>
      )}
    </div>
  )
}
