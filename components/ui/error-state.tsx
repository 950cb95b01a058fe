'use client'

import { type ReactNode, useState } from 'react'
import { Button } from './button'
import { useNow } from './clock'
import { CopyButton } from './copy-button'
import { Icon } from './icon'

interface ErrorStateProps {
  title: string
  code: string
  message: string
  details?: string | undefined
  requestId?: string | null
  /** Seconds until asking again makes sense. */
  retryAfter?: number | null
  onRetry?: () => void
  action?: ReactNode
}

/** What went wrong, in its place: code, message, details, the request's id, and another try. */
export function ErrorState({ title, code, message, details, requestId, retryAfter, onRetry, action }: ErrorStateProps) {
  return (
    <div role="alert" className="grid justify-items-start gap-2 px-4 py-6">
      <p className="flex items-center gap-2 font-strong">
        <span className="text-bad">
          <Icon name="alert" />
        </span>
        {title}
      </p>
      <p className="max-w-prose wrap-anywhere text-ink-2">{message}</p>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-meta text-ink-3">
        <span>
          code <code>{code}</code>
        </span>
        {requestId && (
          <span className="inline-flex items-center gap-1">
            request <code>{requestId}</code>
            <CopyButton text={requestId} label="Copy request id" />
          </span>
        )}
      </p>
      {details !== undefined && (
        <details className="max-w-full">
          <summary className="text-meta leading-6 text-ink-2">Details</summary>
          <pre className="overflow-auto pt-1 wrap-anywhere whitespace-pre-wrap">{details}</pre>
        </details>
      )}
      <div className="flex gap-2 pt-1">
        {onRetry && <Retry onRetry={onRetry} wait={retryAfter ?? 0} />}
        {action}
      </div>
    </div>
  )
}

function Retry({ onRetry, wait }: { onRetry: () => void; wait: number }) {
  const now = useNow(1000)
  const [since] = useState(now)
  const left = wait === 0 ? 0 : Math.max(0, Math.ceil(wait - (now - since) / 1000))
  return (
    <Button icon="refresh" onPress={onRetry} isDisabled={left > 0}>
      {left > 0 ? `Try again in ${left} s` : 'Try again'}
    </Button>
  )
}
