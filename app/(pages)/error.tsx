'use client'

import { FailedScreen } from '@/components/shell/failed-screen'

export default function PageError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return <FailedScreen digest={error.digest ?? null} onRetry={reset} />
}
